import type { Parser } from '@lezer/common'
import { useSuspenseQuery } from '@tanstack/react-query'

/** The grammars of a computing course, each loaded when a file needs it. */
const grammars: [RegExp, () => Promise<Parser>][] = [
  [/\.py$/i, () => import('@lezer/python').then(({ parser }) => parser)],
  [/\.java$/i, () => import('@lezer/java').then(({ parser }) => parser)],
  [/\.(c|h|cc|cpp|cxx|hpp|hh)$/i, () => import('@lezer/cpp').then(({ parser }) => parser)],
  [/\.[cm]?jsx?$/i, () => import('@lezer/javascript').then(({ parser }) => parser.configure({ dialect: 'jsx' }))],
  [/\.[cm]?tsx?$/i, () => import('@lezer/javascript').then(({ parser }) => parser.configure({ dialect: 'ts jsx' }))],
  [/\.sql$/i, () => import('@codemirror/lang-sql').then(({ StandardSQL }) => StandardSQL.language.parser)],
  [/\.(html?|svg|xml)$/i, () => import('@lezer/html').then(({ parser }) => parser)],
  [/\.css$/i, () => import('@lezer/css').then(({ parser }) => parser)],
  [/\.json$/i, () => import('@lezer/json').then(({ parser }) => parser)],
]

/** The grammar of a file by its name. Without a grammar or a network, the file shows without colours. */
export const useGrammar = (name: string): Parser | null =>
  useSuspenseQuery({
    queryKey: ['grammar', /\.\w+$/.exec(name)?.[0] ?? ''],
    queryFn: () => grammarOf(name),
    staleTime: Number.POSITIVE_INFINITY,
  }).data

export const grammarOf = async (name: string): Promise<Parser | null> =>
  (await grammars
    .find(([pattern]) => pattern.test(name))?.[1]()
    .catch(() => null)) ?? null
