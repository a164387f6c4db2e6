import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useCourseId } from '../courses/queries.ts'
import { groupingsOf, rosterOf } from '../groups/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { useFirstNew } from '../ui/focus.ts'
import { adoptStyles } from '../ui/staff/adopt.ts'
import styles from './changes.css?inline'
import { type Compared, comparedFields } from './comparedFields.ts'
import { changeOf } from './queries.ts'
import { diffWords, type Piece } from './textDiff.ts'

adoptStyles(styles)

/** So many lines are shown at first, and with each press. */
const [FIRST, MORE] = [30, 100]

/** Compares before and after, field by field; in a text it marks what the change deleted and added. */
export function Comparison({ changeId }: { changeId: string }) {
  const authoring = useAuthoring()
  const text = useText()
  const courseId = useCourseId()
  const { rows, more_rows } = useSuspenseQuery(changeOf(courseId, changeId)).data
  const { data: groupings = [] } = useQuery({
    ...groupingsOf(courseId),
    enabled: rows.some(({ before, after }) => 'grouping_id' in { ...before, ...after }),
  })
  const names = new Map(groupings.map(({ _id, grouping_name }) => [_id, grouping_name]))
  const fields = onceEach(rows.flatMap((row) => comparedFields(row, { text, authoring, names })))
  // In rows about people, such as attendance: the person.
  const { data: roster = [] } = useQuery({
    ...rosterOf(courseId),
    enabled: fields.some(({ person }) => person !== undefined),
  })
  const people = useMemo(
    () => new Map(roster.map(({ _id, first, last }) => [_id, `${first} ${last}`.trim()])),
    [roster],
  )
  const [most, setMost] = useState(FIRST)
  const { markFirst, isNew } = useFirstNew()
  const t = authoring.history
  if (rows.length === 0) return <p className="text-ink-soft text-sm">{t.gone}</p>
  // The title of the change says what it did.
  if (fields.length === 0) return null
  const shown = fields.slice(0, most)
  const more = Math.min(MORE, fields.length - shown.length)
  function showMore() {
    markFirst(most)
    setMost(most + MORE)
  }
  return (
    <>
      <dl className="changes">
        {shown.map(({ key, label, person, before, after, times }, i) => (
          <div key={key} {...isNew(i)}>
            <dt className="font-medium text-sm">
              {person !== undefined && people.has(person) && <>{people.get(person)}: </>}
              {label}
              {times > 1 && <span className="font-normal text-ink-soft"> ({times})</span>}
            </dt>
            <dd>
              <Pieces before={before} after={after} />
            </dd>
          </div>
        ))}
      </dl>
      {more > 0 && (
        <p>
          <Button size="sm" onClick={showMore}>
            {t.showMore(more, fields.length)}
          </Button>
        </p>
      )}
      {more_rows > 0 && <p className="text-ink-soft text-sm">{t.moreRows(rows.length, more_rows)}</p>}
    </>
  )
}

function Pieces({ before, after }: { before: string; after: string }) {
  const t = useAuthoring().history
  const pieces = useMemo(() => diffWords(before, after), [before, after])
  return pieces.map((piece, i) => {
    const { text, side } = shortened(piece, i, pieces.length)
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one comparison never move
    if (side === 'both') return <span key={i}>{text}</span>
    const [Tag, word] = side === 'after' ? (['ins', t.added] as const) : (['del', t.deleted] as const)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same
      <Tag key={i}>
        <span className="sr-only"> {word}: </span>
        {text}
      </Tag>
    )
  })
}

const AROUND = 120

/** Cuts unchanged text that is far from a change. */
function shortened({ text, side }: Piece, i: number, count: number): Piece {
  if (side !== 'both' || text.length <= 2 * AROUND) return { text, side }
  const start = i === 0 ? '' : text.slice(0, AROUND)
  const end = i === count - 1 ? '' : text.slice(-AROUND)
  return { text: `${start} … ${end}`, side }
}

/** Puts the same change of many rows into one line with their number, unless the line names a person. */
function onceEach(fields: Compared[]): (Compared & { times: number })[] {
  const alike = Map.groupBy(fields, ({ key, person, label, before, after }) =>
    person === undefined ? JSON.stringify([label, before, after]) : key,
  )
  return [...alike.values()].flatMap(([one, ...others]) => (one ? [{ ...one, times: others.length + 1 }] : []))
}
