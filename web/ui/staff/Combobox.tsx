import { useContext } from 'react'
import {
  Button,
  ComboBox,
  ComboBoxStateContext,
  I18nProvider,
  Input,
  Label,
  ListBox,
  ListBoxItem,
} from 'react-aria-components'
import { cx } from '../cx.ts'
import { CheckIcon, ChevronDownIcon } from '../icons.tsx'
import { Floating } from './Popover.tsx'

interface Option {
  value: string
  label: string
}

interface Props {
  label: string
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
  language: 'en' | 'th'
  words: { open: string; none: string }
  /** Some hundreds at most: the list renders all of them. */
  options: Option[]
  value: string
  onChange: (value: string) => void
}

/** A choice of many, found by typing a part of its name. Leaving it without a choice changes nothing. */
export function Combobox({ label, hideLabel, language, words, options, value, onChange }: Props) {
  return (
    <I18nProvider locale={language}>
      <ComboBox
        className="staff-combobox"
        defaultItems={options.map((one) => ({ ...one, id: keyOf(one.value) }))}
        selectedKey={keyOf(value)}
        onSelectionChange={(key) => {
          const chosen = options.find((one) => keyOf(one.value) === key)
          // An emptied field is no choice yet.
          if (chosen && chosen.value !== value) onChange(chosen.value)
        }}
        allowsEmptyCollection
      >
        <Label className={cx('font-medium text-sm', hideLabel && 'sr-only')}>{label}</Label>
        <div className="staff-combobox-box">
          <Field />
          <Button aria-label={words.open} className="staff-combobox-button">
            <ChevronDownIcon size={18} />
          </Button>
        </div>
        <Floating>
          <ListBox
            className="staff-options"
            renderEmptyState={() => <p className="staff-option text-ink-soft">{words.none}</p>}
          >
            {(one: Option & { id: string }) => (
              <ListBoxItem id={one.id} textValue={one.label} className="staff-option">
                {({ isSelected }) => (
                  <>
                    <span>{one.label}</span>
                    {isSelected && <CheckIcon size={18} />}
                  </>
                )}
              </ListBoxItem>
            )}
          </ListBox>
        </Floating>
      </ComboBox>
    </I18nProvider>
  )
}

/** Typed text replaces the choice; a press opens the list, as in a `Select`. */
function Field() {
  const list = useContext(ComboBoxStateContext)
  return (
    <Input
      className="staff-combobox-input"
      onFocus={(event) => event.target.select()}
      onClick={() => {
        if (!list?.isOpen) list?.open(null, 'manual')
      }}
      onKeyDown={(event) => {
        // The browser would close the dialog around it, too.
        if (event.key === 'Escape' && list?.isOpen) event.preventDefault()
      }}
    />
  )
}

/** Keys must not be empty. */
const keyOf = (value: string) => `=${value}`
