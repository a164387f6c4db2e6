import { createContext } from 'react'

/** The middle of the top bar, where a course puts its name. */
export const BarMiddle = createContext<HTMLElement | null>(null)
