import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../i18n/index.ts'
import { SearchField } from '../ui/SearchField.tsx'

/** The search of the contents, which the address holds. */
export function useContentSearch() {
  const t = useText().contents
  const [params, setParams] = useSearchParams()
  const inAddress = params.get('search') ?? ''
  // The field shows typing at once; the address follows, which takes longer.
  const [typed, setTyped] = useState<string>()
  if (typed === inAddress) setTyped(undefined)
  const wanted = typed ?? inAddress
  const set = (name: string, value: string) =>
    setParams(
      (kept) => {
        if (value) kept.set(name, value)
        else kept.delete(name)
        return kept
      },
      { replace: true, preventScrollReset: true },
    )
  const field = (
    <SearchField
      label={t.search}
      placeholder={t.searchHint}
      clearLabel={t.clear}
      value={wanted}
      onChange={(value) => {
        setTyped(value)
        set('search', value)
      }}
    />
  )
  return { wanted, field, params, set }
}

/** The number of results; undefined without a search. */
export function FoundCount({ n }: { n: number | undefined }) {
  const t = useText().contents
  return (
    // Mounted before its text, so that a screen reader announces it.
    <p role="status" className="sr-only">
      {n !== undefined && (n > 0 ? t.found(n) : t.notFound)}
    </p>
  )
}
