import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { announce } from './Announcer.tsx'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { returnFocus } from './focus.ts'
import { XIcon } from './icons.tsx'
import { listeners } from './listeners.ts'
import { type Action, isOnlyWay, type Message, withMessage } from './messages.ts'
import { useTopModal } from './modals.ts'
import { ToneIcon } from './ToneIcon.tsx'
import { type Tone, toneText } from './tone.ts'

let entries: Message[] = []
let last = 0
const { subscribe, tell } = listeners()

function set(next: Message[]) {
  entries = next
  tell()
}

const dismiss = (id: number) => set(entries.filter((entry) => entry.id !== id))

/** Removes the messages whose action is over. */
export const dismissOver = () => set(entries.filter(({ action }) => !action?.isOver?.()))

/** The last message before each open dialog. */
const before = new WeakMap<HTMLDialogElement, number>()

/**
 * A dialog is not covered by what was said before it opened, unless that is an error, or has the only way to do something.
 */
function isAside(entry: Message, modal: HTMLDialogElement | undefined): boolean {
  if (!modal) return false
  const isEarlier = entry.id <= (before.get(modal) ?? 0)
  return isEarlier && entry.tone !== 'wrong' && !isOnlyWay(entry)
}

/** Shows a passing message and announces it. */
export function toast(message: string, tone: Tone = 'note', action?: Action) {
  set(withMessage(entries, { id: ++last, message, tone, action }))
  announce(message)
}

/**
 * An element fixed within a dialog is placed relative to the dialog, and would cover its title; a popover is placed
 * relative to the window. Within a dialog that has just closed there is nothing to raise: the next render puts them
 * elsewhere.
 */
function raise(toasts: HTMLElement | null) {
  if (toasts?.popover && toasts.isConnected && !toasts.matches(':popover-open')) toasts.showPopover()
}

/** The toasts: once, at the root, next to an `Announcer`. An open modal dialog takes them inside. */
export function Toaster({ label, dismissLabel }: { label: string; dismissLabel: string }) {
  const shown = useSyncExternalStore(subscribe, () => entries)
  const modal = useTopModal()
  if (modal && !before.has(modal)) before.set(modal, last)
  /** The message with the pointer or the focus. */
  const [held, setHeld] = useState<number>()
  if (shown.length === 0) return null
  return createPortal(
    <section
      ref={raise}
      popover={modal ? 'manual' : undefined}
      aria-label={label}
      // At the top of a phone and of a dialog, clear of thumb and footer; elsewhere at the bottom, above the save bar.
      className={cx(
        'pointer-events-none fixed inset-x-4 top-[max(1rem,env(safe-area-inset-top))] z-60 grid justify-items-center gap-2.5',
        modal
          ? 'bottom-auto w-auto overflow-visible bg-transparent'
          : 'sm:top-auto sm:bottom-[calc(var(--bottom-bar)+var(--save-bar)+1.5rem)]',
      )}
    >
      {shown.map((entry) => (
        <Shown
          key={entry.id}
          {...entry}
          held={held !== undefined}
          hold={() => setHeld(entry.id)}
          release={() => setHeld((now) => (now === entry.id ? undefined : now))}
          hidden={isAside(entry, modal)}
          dismissLabel={dismissLabel}
        />
      ))}
    </section>,
    modal ?? document.body,
  )
}

type MessageProps = Message & {
  /** No message leaves by itself while one of them is held. */
  held: boolean
  hold: () => void
  release: () => void
  hidden: boolean
  dismissLabel: string
}

function Shown({ id, message, tone, action, held, hold, release, hidden, dismissLabel }: MessageProps) {
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismiss(id), tone === 'wrong' || action ? 10_000 : 6_000)
    return () => clearTimeout(timer)
  }, [id, tone, action, held])
  // No event reports that what has the pointer or the focus disappears, whatever made it disappear.
  const letGo = useEffectEvent(release)
  useEffect(() => (hidden ? undefined : () => letGo()), [hidden])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: whoever reads it holds it
    <div
      ref={returnFocus}
      hidden={hidden}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
      className="pointer-events-auto w-fit max-w-md animate-rise items-center gap-3 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-4 text-ink text-sm shadow-lifted not-[[hidden]]:flex"
    >
      <ToneIcon tone={tone} className={toneText[tone]} />
      <p className="min-w-0 flex-1 break-words py-1 font-medium">{message}</p>
      {action && (
        <Button
          size="sm"
          variant="bare"
          onClick={() => {
            dismiss(id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <button
        type="button"
        aria-label={dismissLabel}
        title={dismissLabel}
        onClick={() => dismiss(id)}
        className="grid size-9 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink pointer-coarse:size-11"
      >
        <XIcon size={18} />
      </button>
    </div>
  )
}
