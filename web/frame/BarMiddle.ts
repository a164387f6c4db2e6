import { createContext } from 'react'

/** The middle of the top bar: what is inside a course puts the course's name there. */
export const BarMiddle = createContext<HTMLElement | null>(null)
