import type { ReactNode } from 'react'
import { kindOf, type Question } from '../../../contract/questions.ts'
import { useText } from '../../i18n/index.ts'
import { Markdown } from '../../markdown/Markdown.tsx'
import { CheckCircleIcon } from '../../ui/icons.tsx'
import { InlineText } from '../InlineText.tsx'

/** The right answer, where the choices do not show it, and its explanation; nothing until the server sends them. */
export function Solution({ question }: { question: Question }) {
  const t = useText().assignments
  const right = rightIn(question)
  const { explanation } = question
  if (!right && !explanation) return null
  return (
    <div className="grid gap-3 rounded-md border border-line bg-sunken px-4 py-3">
      {right && (
        <div className="grid gap-1">
          <p className="flex items-center gap-1.5 font-semibold text-done text-sm">
            <CheckCircleIcon size={16} />
            {t.correct}
          </p>
          {right}
        </div>
      )}
      {explanation && (
        <div className="grid gap-1">
          <p className="font-semibold text-ink-soft text-sm">{t.kinds.explanation}</p>
          <Markdown text={explanation} />
        </div>
      )}
    </div>
  )
}

function rightIn(question: Question): ReactNode {
  const { key, choices = [], targets = [], unit = '' } = question
  const textOf = (list: Question['choices'], id: string | undefined) => list?.find(({ _id }) => _id === id)?.text ?? ''
  switch (key && kindOf(question)) {
    case 'number': {
      const tolerance = key?.tolerance && Number(key.tolerance) !== 0 ? ` ± ${key.tolerance}` : ''
      return <p>{`${key?.value}${tolerance} ${unit}`.trim()}</p>
    }
    case 'short':
      return <Lines lines={key?.accepted ?? []} />
    case 'matching':
      return (
        <ul className="grid gap-1">
          {choices.map(({ _id, text }) => (
            <li key={_id}>
              <InlineText text={text} /> = <InlineText text={textOf(targets, key?.pairs?.[_id])} />
            </li>
          ))}
        </ul>
      )
    case 'ordering':
      return (
        <ol className="grid list-inside list-decimal gap-1">
          {key?.order?.map((id) => (
            <li key={id}>
              <InlineText text={textOf(choices, id)} />
            </li>
          ))}
        </ol>
      )
    default:
      return null
  }
}

const Lines = ({ lines }: { lines: string[] }) => (
  <ul className="grid gap-1">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)
