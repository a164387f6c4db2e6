import { CallError } from '../loading/call.ts'

interface Words {
  offline: string
  gone: string
  forbidden: string
  failed: string
  /** There is a limit of such things, or of such calls in a while. */
  tooMany: string
  tooOften: string
  /** Words for a press: a form shows other people's changes itself. */
  changedMeanwhile?: string
  changedByYou?: string
}

/** Why a write failed, in words that say whether to try again and that typed text is kept. */
export function whyFailed(error: unknown, t: Words): string {
  const isOwn = error instanceof CallError && error.own
  switch (error instanceof CallError && error.code) {
    case 'offline':
      return t.offline
    case 'not_found':
      return t.gone
    case 'not_allowed':
      return t.forbidden
    case 'too_many':
      return (error as CallError).retryAfter > 0 ? t.tooOften : t.tooMany
    case 'conflict':
      return (isOwn ? t.changedByYou : t.changedMeanwhile) ?? t.failed
    default:
      return t.failed
  }
}

/** Who wrote what conflicts: the person themselves in another window, or somebody else; neither is known of some. */
export type ConflictAuthor = Partial<Pick<CallError, 'own' | 'by'>>

const nameOf = ({ by }: ConflictAuthor) => (by ? `${by.first} ${by.last}`.trim() : '')

export const conflictWords = (
  author: ConflictAuthor,
  t: { conflict: (who: string) => string; conflictOwn: string },
): string => (author.own ? t.conflictOwn : t.conflict(nameOf(author)))

/** What was saved besides what the person wrote. */
export const mergedWords = (
  author: ConflictAuthor,
  t: { merged: (who: string) => string; mergedOwn: string },
): string => (author.own ? t.mergedOwn : t.merged(nameOf(author)))
