import { type ReactNode, useId } from 'react'
import { Title } from '../common/Title.tsx'
import { FormNotes } from '../forms/FormNotes.tsx'
import { FormSkeleton } from '../forms/FormSkeleton.tsx'
import { LeaveGuard } from '../forms/LeaveGuard.tsx'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Present } from './Present.tsx'
import type { ThingForm } from './useThingForm.ts'

interface Props<V extends object> {
  title: string
  form: ThingForm<V>
  /** Other people's values of fields that both sides changed. */
  theirs?: string | undefined | (string | undefined)[]
  /** A merged text contains both versions. */
  bothStand?: boolean
  onLeave: () => void
  /** Further buttons, before Save. */
  tools?: ReactNode
  /** The fields. */
  children: ReactNode
}

/** The form of one thing of staff, over the screen that shows it. Ctrl or ⌘ with Enter sends it from anywhere. */
export function ThingDialog<V extends object>(props: Props<V>) {
  const { title, form, theirs, bothStand = false, onLeave, tools, children } = props
  const { close } = useText()
  const { form: words } = useAuthoring()
  /**
   * The submit button is outside of the form: its `form` attribute makes Enter in a field send it, however many fields
   * there are.
   */
  const formId = useId()
  return (
    <Dialog
      title={title}
      closeLabel={close}
      onClose={onLeave}
      size="lg"
      footer={
        <>
          {/* The note may be far above, out of sight. */}
          {form.gone && <p className="min-w-0 flex-1 self-center font-medium text-sm text-wrong">{words.goneShort}</p>}
          {form.id && <Present thing={form.id} doing="editing" />}
          {tools}
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={form.sending}
            // The first press may show what the next one does: the second click of a double click is none.
            onClick={(event) => event.detail > 1 && event.preventDefault()}
          >
            {form.action}
          </Button>
        </>
      }
    >
      <Title over of={title} />
      <form
        id={formId}
        noValidate
        aria-label={title}
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => void form.submit(event)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.defaultPrevented)
            void form.submit(event)
        }}
      >
        {form.waits ? (
          <FormSkeleton />
        ) : (
          <>
            <FormNotes form={form} theirs={theirs} bothStand={bothStand} />
            {children}
            <LeaveGuard when={form.dirty && !form.kept} />
          </>
        )}
      </form>
    </Dialog>
  )
}
