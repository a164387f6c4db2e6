import { type RefObject, useState } from 'react'
import type { AnsweredWork } from '../../contract/staff/answers.ts'
import type { RubricItem } from '../../contract/staff/grading.ts'
import { CommentField } from '../grading/CommentField.tsx'
import { itemField } from '../grading/grade.ts'
import { Rubric } from '../grading/Rubric.tsx'
import { useAuthoring } from '../i18n/authoring.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { cx } from '../ui/cx.ts'
import { fieldBox } from '../ui/Field.tsx'
import { isJudged, pointsFor, pointsWith, type shownFor } from './typed.ts'

interface Props {
  asgnId: string
  part: string
  name: string
  most: string
  /** How many works are graded of those with the same answer. */
  works: AnsweredWork[]
  of: number
  values: ReturnType<typeof shownFor>
  rubric: RubricItem[]
  points: RefObject<HTMLInputElement | null>
  comment: RefObject<HTMLTextAreaElement | null>
  wrong: boolean
  sending: boolean
  dirty: boolean
  adding: boolean
  onAdding: (is: boolean) => void
  bank: boolean
  onBank: (is: boolean) => void
  /** Only these works are graded; none: all are. */
  onOnly: (works: AnsweredWork[]) => void
  onPoints: (text: string) => void
  onItems: (change: Record<string, string>) => void
  onComment: (text: string) => void
  onSave: () => void
}

/**
 * The grade of a group of answers. On a phone it stays at the foot of the screen, the rubric and the comment folded.
 */
export function AnswerPanel(props: Props) {
  const { asgnId, part, name, most, works, of, values, rubric, points, comment, wrong, sending, dirty } = props
  const { answers: t, grading } = useAuthoring()
  const [open, setOpen] = useState(false)
  const released = works.filter((work) => work.released).length
  const given = pointsWith(works, values.applied, rubric, part, most)
  const saved = pointsFor(works)
  const placeholder = given ?? (saved === undefined ? t.differ : '–')
  const left = works.filter((work) => !isJudged(work))
  const note = given && (rubric.some(({ _id }) => values.applied.includes(_id)) ? t.rubricGives : t.autoGives)
  return (
    <Card
      as="aside"
      aria-label={t.panel}
      pad="sm"
      className="max-md:sticky max-md:bottom-2 max-md:z-10 max-md:max-h-[80dvh] max-md:overflow-y-auto md:sticky md:top-20 md:max-h-[calc(100dvh-6rem)] md:overflow-y-auto"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-md:gap-2">
        {released > 0 && <p className="text-late text-sm">{t.releasedNote(released)}</p>}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="min-w-20 flex-1 basis-20 font-medium text-sm">
            <output>{works.length === of ? t.forAll(of) : t.forSome(works.length, of)}</output>
          </h2>
          <span className="flex items-center gap-2">
            <span className="block w-24">
              <input
                ref={points}
                type="text"
                inputMode="decimal"
                aria-label={t.points(most)}
                aria-invalid={wrong || undefined}
                aria-keyshortcuts="S"
                autoComplete="off"
                data-points=""
                value={values.points}
                placeholder={placeholder}
                onFocus={(event) => event.target.select()}
                onChange={(event) => props.onPoints(event.target.value)}
                className={`${fieldBox} h-11 text-end tabular-nums`}
              />
            </span>
            <span className="text-ink-soft tabular-nums">/ {most}</span>
          </span>
          <Button variant="primary" idle={!dirty || works.length === 0} pending={sending} onClick={props.onSave}>
            {t.save}
          </Button>
        </div>
        <div role="status" className="empty:hidden">
          {works.length === 0 && (
            <p className="flex flex-wrap items-center gap-x-3 font-medium text-late text-sm">
              {t.chosenGone}
              <Button
                size="sm"
                variant="bare"
                className="-ms-2"
                onClick={() => {
                  props.onOnly([])
                  // The button goes with the note.
                  points.current?.focus()
                }}
              >
                {t.forAll(of)}
              </Button>
            </p>
          )}
        </div>
        {wrong && (
          <p role="alert" className="font-medium text-sm text-wrong">
            {grading.needNumber}
          </p>
        )}
        {left.length > 0 && left.length < works.length && (
          <p className="flex flex-wrap items-center gap-x-3 text-ink-soft text-sm">
            {t.someGraded(works.length - left.length)}
            <Button size="sm" variant="bare" className="-ms-2" onClick={() => props.onOnly(left)}>
              {t.onlyLeft(left.length)}
            </Button>
          </p>
        )}
        {note && values.points === '' && <p className="text-ink-soft text-sm max-md:hidden">{note(given, most)}</p>}
        <Button
          size="sm"
          variant="bare"
          className="-ms-2 justify-self-start md:hidden"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t.rubricAndComment}
        </Button>
        <div className={cx('grid grid-cols-[minmax(0,1fr)] gap-5', !open && 'max-md:hidden')}>
          <Rubric
            asgnId={asgnId}
            items={rubric}
            part={part}
            partName={name}
            form={{
              values: Object.fromEntries(values.applied.map((id) => [itemField(id), '1'])),
              set: (change) => props.onItems(change as Record<string, string>),
            }}
            adding={props.adding}
            onAdding={props.onAdding}
          />
          <div className="grid gap-1">
            <CommentField
              ref={comment}
              value={values.comment}
              onChange={props.onComment}
              open={props.bank}
              onOpen={props.onBank}
            />
            <p className="text-ink-soft text-sm">{t.commentHelp}</p>
          </div>
        </div>
      </div>
    </Card>
  )
}
