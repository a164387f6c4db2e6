import { useLayoutEffect, useRef } from 'react'
import { fieldMost } from '../../contract/drafts.ts'
import { placeIn } from '../../contract/mergeText.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { TextArea } from '../ui/TextArea.tsx'
import type { Draft } from './draft.ts'
import { textbox } from './form.ts'
import { useField } from './useDraft.ts'

export interface FieldProps {
  draft: Draft
  disabled: boolean
  error?: string | undefined
}

/** The free text of a worksheet. */
export function TextResponse(props: FieldProps) {
  const t = useText().assignments
  return <TypedField {...props} name={textbox} label={t.textLabel} rows={10} />
}

interface TypedProps extends FieldProps {
  name: string
  label: string
  rows: number
}

/** A text field that saves each change. */
export function TypedField({ draft, disabled, error, name, label, rows }: TypedProps) {
  const t = useText().assignments
  const value = useField(draft, name)
  return (
    <TextArea
      ref={useCaret(value)}
      label={label}
      hideLabel
      rows={rows}
      placeholder={disabled ? undefined : t.textPlaceholder}
      disabled={disabled}
      error={value.length > fieldMost ? t.tooLong(number(fieldMost)) : error}
      value={value}
      onChange={(value) => draft.type(name, value)}
    />
  )
}

/**
 * Keeps the caret at its words when another tab, device or person changes the text. A browser would move it to the end.
 */
function useCaret(value: string) {
  const box = useRef<HTMLTextAreaElement>(null)
  // When the person types here, the box already has the new text. Without focus it has no caret, and setting one could
  // move the focus.
  const old = box.current
  const isCaret = old && old === document.activeElement && old.value !== value
  const placeOf = (at: number) => placeIn(old?.value ?? '', value, at)
  const at = isCaret && ([placeOf(old.selectionStart), placeOf(old.selectionEnd), old.selectionDirection] as const)
  useLayoutEffect(() => {
    if (at) box.current?.setSelectionRange(...at)
  })
  return box
}
