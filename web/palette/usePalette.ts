import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { loadInside, useText } from '../i18n/index.ts'
import { topModal } from '../ui/modals.ts'
import { toast } from '../ui/Toast.tsx'
import { letterOf } from './keyboard.ts'
import type { Shown } from './press.tsx'

/** One of the two dialogs, or a key that may be a shortcut. */
export type Asked = 'palette' | 'shortcuts' | KeyboardEvent

/** Elements that use keys themselves. */
const ownKeys = 'input, textarea, select, [contenteditable], [role=menu], [role=dialog]'

let code: Promise<typeof import('./press.tsx')> | undefined

/** The palette and the keyboard shortcuts. The first key that may be one loads their code. */
export function usePalette() {
  const { errors } = useText()
  const navigate = useNavigate()
  const { key: at } = useLocation()
  const [shown, setShown] = useState<Shown>()

  const ask = (asked: Asked) => {
    code ??= loadInside().then(() => import('./press.tsx'))
    code.then(
      ({ press }) => press(asked, setShown, navigate),
      () => {
        code = undefined
        toast(errors.offlineTitle, 'wrong')
      },
    )
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A key that is held is pressed once.
    if (event.repeat || event.defaultPrevented || topModal() || (event.target as Element).closest(ownKeys)) return
    const letter = letterOf(event)
    const isPalette = letter === 'k' && (event.ctrlKey || event.metaKey)
    // Browsers use Ctrl+K for their address bar.
    if (isPalette) event.preventDefault()
    if (code || isPalette || /^([?g]|slash)$/.test(letter)) ask(event)
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  // Going to another page closes the dialog.
  return { dialog: shown?.at === at && shown.dialog, ask }
}
