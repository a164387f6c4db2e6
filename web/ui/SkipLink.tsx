/** The first Tab stop: past the bar, to the content. `target` is the id of `main`. */
export function SkipLink({ target, label }: { target: string; label: string }) {
  return (
    <a
      href={`#${target}`}
      onClick={(event) => {
        // The address stays: a hash would be a step in the history.
        event.preventDefault()
        const main = document.getElementById(target)
        main?.setAttribute('tabindex', '-1')
        main?.focus()
      }}
      className="fixed top-2 left-4 z-60 -translate-y-20 rounded-md bg-accent px-4 py-3 font-semibold text-on-accent focus:translate-y-0 focus:shadow-lifted print:hidden"
    >
      {label}
    </a>
  )
}
