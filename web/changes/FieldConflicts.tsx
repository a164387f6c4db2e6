import { useAuthoring } from '../i18n/authoring.ts'
import { Button } from '../ui/Button.tsx'
import { returnFocus } from '../ui/focus.ts'

interface Props<F extends object> {
  /** Other people's values of fields that both sides changed. */
  conflicts: { [K in keyof F]?: F[K] }
  /** The fields to show, each with its label and its value in words. */
  fields: { [K in keyof F]?: { label: string; say: (value: F[K]) => string } }
  set: (change: Partial<F>) => void
}

/** For fields that cannot merge: somebody else's choice, each with a button that takes it over. */
export function FieldConflicts<F extends object>({ conflicts, fields, set }: Props<F>) {
  const t = useAuthoring().form
  return (Object.keys(fields) as (keyof F & string)[])
    .filter((name) => name in conflicts)
    .map((name) => {
      const theirs = conflicts[name] as F[typeof name]
      const field = fields[name]
      return (
        <p key={name} ref={returnFocus} className="flex flex-wrap items-center gap-3 text-sm">
          <span>
            {field?.label}. {t.theirs(field?.say(theirs) ?? '')}
          </span>
          <Button size="sm" onClick={() => set({ [name]: theirs } as unknown as Partial<F>)}>
            {t.useTheirs}
          </Button>
        </p>
      )
    })
}
