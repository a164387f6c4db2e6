import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type QuestionKind, questionKinds } from '../../../contract/questions.ts'
import { type BankQuestion, bankSearchMost } from '../../../contract/staff/bank.ts'
import { questionsMost } from '../../../contract/staff/questions.ts'
import { Title } from '../../common/Title.tsx'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useText } from '../../i18n/index.ts'
import { failureWords } from '../../loading/failureWords.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Select } from '../../ui/Select.tsx'
import { BankList } from './BankList.tsx'
import { type BankSearch, bankFiltersOf, bankOf } from './bank.ts'

/** The names in the address. The first one says that the bank is open. */
const NAMES = ['bank', 'kind', 'tag', 'from'] as const

/** In ms, the wait from a keystroke to the search. */
const TYPING = 250

/** Whether the bank is open over the sheet, from the address. */
export function useBank() {
  const [address, setAddress] = useSearchParams()
  const change = (set: (params: URLSearchParams) => void, replace: boolean) => {
    const params = new URLSearchParams(address)
    set(params)
    setAddress(params, { replace, preventScrollReset: true })
  }
  return {
    isOpen: address.has('bank'),
    open: () => change((params) => params.set('bank', ''), false),
    close: () => change((params) => NAMES.map((name) => params.delete(name)), true),
  }
}

interface Props {
  /** How many questions the sheet has. */
  there: number
  onInsert: (questions: BankQuestion[], set: { name: string; draw: number } | undefined) => void
  onClose: () => void
}

/** The questions of all courses in which the person may author: to search, read, select, and insert as copies. */
export function BankDialog({ there, onInsert, onClose }: Props) {
  const { sheet } = useAuthoring()
  const t = sheet.bank
  const { close, errors } = useText()
  const course_id = useCourseId()
  const [address, setAddress] = useSearchParams()
  const asked = address.get('bank') ?? ''
  const [typed, setTyped] = useState(asked)
  const [chosen, setChosen] = useState<ReadonlyMap<string, BankQuestion>>(new Map())
  const [draw, setDraw] = useState<number | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const id = useId()
  const { data: filters } = useQuery(bankFiltersOf(course_id))

  function set(name: (typeof NAMES)[number], value: string) {
    setAddress(
      (before) => {
        const params = new URLSearchParams(before)
        if (value || name === 'bank') params.set(name, value)
        else params.delete(name)
        return params
      },
      { replace: true, preventScrollReset: true },
    )
  }
  const follow = useRef(set)
  follow.current = set
  useEffect(() => {
    if (typed === asked) return
    const timer = setTimeout(() => follow.current('bank', typed), TYPING)
    return () => clearTimeout(timer)
  }, [typed, asked])

  const kind = questionKinds.find((one) => one === address.get('kind'))
  const [tag, from] = [address.get('tag') ?? '', address.get('from') ?? '']
  const search: BankSearch = {
    ...(asked.trim() && { search: asked.trim() }),
    ...(kind && { kind }),
    ...(tag && { tag }),
    ...(from && { course: from }),
  }
  const { data: found, error, isPlaceholderData } = useQuery(bankOf(course_id, search))
  const isTooMany = there + chosen.size > questionsMost
  const canInsert = chosen.size > 0 && !isTooMany

  function insert() {
    if (!canInsert) return
    const name = tag || asked.trim() || sheet.setName
    onInsert([...chosen.values()], draw === null ? undefined : { name, draw: Math.max(1, draw) })
  }
  function toList(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    list.current?.querySelector('input')?.focus()
  }
  return (
    <Dialog
      title={t.title}
      closeLabel={close}
      onClose={onClose}
      size="lg"
      footer={
        <>
          {chosen.size > 1 && (
            <NumberField
              form={id}
              label={t.draw}
              className="me-auto"
              min={1}
              max={chosen.size}
              value={draw}
              onChange={setDraw}
              help={draw === null ? undefined : t.drawHelp(Math.max(1, draw), chosen.size)}
            />
          )}
          <Button type="submit" form={id} variant="primary" disabled={!canInsert} className="self-end">
            {t.insert(chosen.size)}
          </Button>
        </>
      }
    >
      <Title over of={t.title} />
      {/* On a phone it has its full height at once: otherwise it would rise when the questions load. */}
      <form
        id={id}
        noValidate
        className="grid content-start gap-4 max-sm:min-h-[85dvh]"
        onSubmit={(event) => {
          event.preventDefault()
          insert()
        }}
      >
        <div className="grid items-end gap-3 sm:grid-cols-3">
          <SearchField
            label={t.search}
            placeholder={t.searchPlaceholder}
            clearLabel={t.clear}
            maxLength={bankSearchMost}
            autoComplete="off"
            value={typed}
            onChange={setTyped}
            onKeyDown={toList}
            className="sm:col-span-3"
            data-autofocus=""
          />
          <Select
            label={t.kind}
            value={kind ?? ''}
            onChange={(value) => set('kind', value)}
            options={[
              { value: '', label: t.anyKind },
              ...questionKinds.map((value: QuestionKind) => ({ value, label: sheet.kindOf[value] })),
            ]}
          />
          <Select
            label={t.tag}
            value={tag}
            onChange={(value) => set('tag', value)}
            options={[
              { value: '', label: t.anyTag },
              ...[...new Set([...(filters?.tags ?? []), ...(tag ? [tag] : [])])].map((value) => ({
                value,
                label: value,
              })),
            ]}
          />
          <Select
            label={t.course}
            value={from}
            onChange={(value) => set('from', value)}
            options={[
              { value: '', label: t.anyCourse },
              ...(filters?.courses ?? []).map((course) => ({ value: course.course_id, label: t.courseOf(course) })),
            ]}
          />
        </div>
        {isTooMany && <Alert tone="wrong">{t.tooMany(questionsMost)}</Alert>}
        {error && <Alert tone="wrong">{failureWords(error, errors).text}</Alert>}
        <BankList
          {...{ list, found, search, chosen }}
          isOld={isPlaceholderData}
          onTick={(questions, on) => {
            const next = new Map(chosen)
            for (const question of questions) {
              if (on) next.set(question._id, question)
              else next.delete(question._id)
            }
            setChosen(next)
          }}
        />
      </form>
    </Dialog>
  )
}
