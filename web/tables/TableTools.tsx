import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAuthoring } from '../i18n/authoring.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { DownloadIcon } from '../ui/icons.tsx'
import { topModal } from '../ui/modals.ts'
import { SearchField } from '../ui/SearchField.tsx'
import { toast } from '../ui/Toast.tsx'

interface Props {
  search: string
  onSearch: (value: string) => void
  /** The label of the search. */
  label: string
  /** How many of the rows are visible. */
  count: string
  chosen: number
  saveCsv: () => void | Promise<void>
  saveXlsx: () => Promise<void>
  /** Buttons for the table, at the end. */
  actions?: ReactNode
  /** The filters. */
  children?: ReactNode
}

/** The tools above a table: search by `/`, from there into the table by ↓, filters, the number of rows, and the table as a file. */
export function TableTools({ search, onSearch, label, count, chosen, saveCsv, saveXlsx, actions, children }: Props) {
  const t = useAuthoring().table
  const box = useRef<HTMLDivElement>(null)
  const [saving, setSaving] = useState<'csv' | 'xlsx'>()

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // Where a layout has no Latin letters, such as a Thai one, the place of the key decides.
    const isSlash = event.key === '/' || (event.key > '~' && event.code === 'Slash' && !event.shiftKey)
    const isTyped = (event.target as Element).closest('input:not([type=checkbox]), textarea, select, [contenteditable]')
    if (!isSlash || isTyped || topModal() || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    box.current?.querySelector<HTMLInputElement>('input[type=search]')?.focus()
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  async function save(kind: 'csv' | 'xlsx', to: () => void | Promise<void>) {
    setSaving(kind)
    try {
      await to()
    } catch {
      toast(t.notSaved, 'wrong')
    } finally {
      setSaving(undefined)
    }
  }

  // On a phone without icons: then all buttons fit in one line.
  return (
    <div ref={box} className="grid gap-4">
      <div className="staff-tools">
        <SearchField
          label={label}
          placeholder={label}
          clearLabel={t.clear}
          value={search}
          onChange={onSearch}
          aria-keyshortcuts="/"
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            const table = box.current?.parentElement?.querySelector<HTMLElement>('[role=grid], [role=treegrid]')
            const place = table?.querySelector<HTMLElement>('[tabindex="0"]') ?? table
            if (!place) return
            event.preventDefault()
            place.focus()
          }}
        />
        {children}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <p
          role="status"
          className={cx('flex-1 text-ink-soft text-sm tabular-nums', Boolean(actions) && 'max-sm:basis-full')}
        >
          {count}
          {chosen > 0 && <> · {t.chosen(chosen)}</>}
        </p>
        <Button
          size="sm"
          icon={<DownloadIcon size={18} className="max-sm:hidden" />}
          aria-label={t.saveCsv}
          pending={saving === 'csv'}
          onClick={() => void save('csv', saveCsv)}
        >
          CSV
        </Button>
        <Button
          size="sm"
          icon={<DownloadIcon size={18} className="max-sm:hidden" />}
          aria-label={t.saveXlsx}
          pending={saving === 'xlsx'}
          onClick={() => void save('xlsx', saveXlsx)}
        >
          Excel
        </Button>
        {actions}
      </div>
    </div>
  )
}
