import { works as en } from './en/works.ts'
import { useLanguage } from './index.ts'
import { works as th } from './th/works.ts'

type Wide<T> = {
  [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...values: infer A) => string
      ? (...values: A) => string
      : Wide<T[K]>
}
export type WorkWords = Wide<typeof en>

/** The words around submitted files. Both languages come with the code that shows them. */
export const useWorkWords = (): WorkWords => (useLanguage() === 'th' ? th : en)
