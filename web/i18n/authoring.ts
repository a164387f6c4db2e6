import { type Authoring, authoring as en } from './en/authoring.ts'
import { useLanguage } from './index.ts'
import { authoring as th } from './th/authoring.ts'

/** The words of those who make a course. Both languages come with the screens that have them, which nobody else loads. */
export const useAuthoring = (): Authoring => (useLanguage() === 'th' ? th : en)
