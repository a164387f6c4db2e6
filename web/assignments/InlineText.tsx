import { InlineMath } from '../markdown/InlineMath.tsx'

/** One line of text in which only `code` and formulas are formatted, such as the text of an option. */
export function InlineText({ text }: { text: string }) {
  const parts = text.split(/`([^`]+)`/)
  if (parts.length === 1)
    return (
      <span className="min-w-0 break-words">
        <InlineMath text={text} />
      </span>
    )
  return (
    <span className="prose min-w-0">
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the line
          <code key={index}>{part}</code>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the line
          <InlineMath key={index} text={part} />
        ),
      )}
    </span>
  )
}
