/** One line of text in which only `code` is formatted, such as the text of an option. */
export function InlineCode({ text }: { text: string }) {
  const parts = text.split(/`([^`]+)`/)
  if (parts.length === 1) return <span className="min-w-0 break-words">{text}</span>
  return (
    <span className="prose min-w-0">
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the line
          <code key={index}>{part}</code>
        ) : (
          part
        ),
      )}
    </span>
  )
}
