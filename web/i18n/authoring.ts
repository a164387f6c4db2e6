import { type Authoring, authoring as en } from './en/authoring.ts'
import { useLanguage } from './index.ts'
import { authoring as th } from './th/authoring.ts'

/** The words for making a course. Both languages come with staff's screens, which nobody else loads. */
export const useAuthoring = (): Authoring => (useLanguage() === 'th' ? th : en)
