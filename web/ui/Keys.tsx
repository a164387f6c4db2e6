/** The keys of a shortcut, pressed together or one after another. */
export function Keys({ of }: { of: string[] }) {
  return (
    <span className="flex shrink-0 gap-1">
      {of.map((key, i) => (
        <kbd
          // biome-ignore lint/suspicious/noArrayIndexKey: a key may come twice
          key={i}
          className="min-w-6 rounded-sm border border-line bg-hover px-1.5 text-center font-sans text-ink-soft text-xs"
        >
          {key}
        </kbd>
      ))}
    </span>
  )
}
