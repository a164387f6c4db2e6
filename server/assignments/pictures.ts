import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { keepPictures, type Picture, withSignedAddresses } from '../uploads/pictures.ts'
import { findAuthored } from './authoringQueries.ts'

/* The pictures in the texts of an assignment: its description, its questions and their explanations. */

/**
 * Keeps the pictures that the assignment shows now. Every write of its texts ends with this. A question from the bank
 * brings pictures from any course in which the author may author.
 */
export async function keepSheetPictures(
  trx: Db,
  { courseId, assignmentId, authorId }: { courseId: string; assignmentId: string; authorId: string },
): Promise<void> {
  const { rows } = await sql<{ content: string }>`
    select a.description || coalesce((
      select string_agg(q.question || ' ' || q.explanation, ' ') from questions q
      where q.course_id = a.course_id and q.assignment_id = a.id), '') as content
    from assignments a where a.course_id = ${courseId} and a.id = ${assignmentId}`.execute(trx)
  const content = rows[0]?.content ?? ''
  const courses = () => findAuthored(trx, authorId)
  await keepPictures(trx, 'assignment_pictures', { courseId, id: assignmentId, content, authorId, courses })
}

interface Texts {
  assignment_description?: string
  assignment_questionset: { question: string; explanation?: string }[]
}

/** The texts of the assignment with their pictures signed by `sign`. */
export function withPictures<T extends Texts>(shown: T, pictures: Picture[], sign: (picture: Picture) => string): T {
  if (pictures.length === 0) return shown
  const signed = (text: string) => withSignedAddresses(text, pictures, sign)
  return {
    ...shown,
    ...(shown.assignment_description !== undefined && {
      assignment_description: signed(shown.assignment_description),
    }),
    assignment_questionset: shown.assignment_questionset.map((question) => ({
      ...question,
      question: signed(question.question),
      ...(question.explanation !== undefined && { explanation: signed(question.explanation) }),
    })),
  }
}
