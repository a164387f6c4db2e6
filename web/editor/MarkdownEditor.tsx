import type { StateCommand } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Toolbar } from 'react-aria-components'
import { useLocation } from 'react-router'
import { locatedMost, uploads } from '../../contract/uploads.ts'
import { tabOf } from '../courses/tabs.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { CallError, isOffline, query } from '../loading/call.ts'
import { Markdown } from '../markdown/Markdown.tsx'
import { courseIn } from '../palette/keys.ts'
import type { Place } from '../palette/places.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { AlertIcon, BookIcon, ImageIcon, LinkIcon } from '../ui/icons.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { adoptStyles } from '../ui/staff/adopt.ts'
import { toast } from '../ui/Toast.tsx'
import { unsignedIn, withBare, withSigned } from './addresses.ts'
import { bold, code, formula, heading, insertBlock, italic, link, linkTo, list } from './commands.ts'
import { createView, type EditorLabels, say, showText } from './createView.ts'
import styles from './editor.css?inline'
import { BoldIcon, CodeIcon, FormulaIcon, HeadingIcon, ItalicIcon, ListIcon, TableIcon } from './icons.tsx'
import { readable, toolKeys } from './keys.ts'
import { type Pictures, sendPictures } from './pictures.ts'

/** The text as readers see it, also with pictures of a draft that another page of the person has uploaded. */
function Preview({ text }: { text: string }) {
  const ids = unsignedIn(text).slice(0, locatedMost)
  const own = query(uploads.own, {}, { ids: ids.join() }, async (found) => {
    for (const { location } of found) withBare(location)
  })
  const { isLoading } = useQuery({ ...own, enabled: ids.length > 0 })
  return isLoading ? <Skeleton /> : <Markdown text={withSigned(text)} />
}

adoptStyles(styles)

const Palette = lazy(async () => ({ default: (await import('../palette/Palette.tsx')).Palette }))

/** What students find in the course as well. */
const isLinked = ({ kind, to }: Place) =>
  kind === 'tab' ? tabOf(to) !== undefined : !['person', 'course', 'page'].includes(kind)

interface Props {
  label: string
  value: string
  /** What the server has of it: when this changes, somebody else may have written what comes with it. */
  saved: string
  onChange: (text: string) => void
  placeholder: string
  error?: string | undefined
  /** Ctrl+Enter in the editor submits the form. */
  onSubmit?: () => void
}

interface Tool {
  name: string
  icon: ReactNode
  key?: string
  run: StateCommand
}

/** The one editor for Markdown: formatted as one types, its source always in sight, and a preview as readers see it. */
export default function MarkdownEditor({ label, value, saved, onChange, placeholder, error, onSubmit }: Props) {
  const t = useAuthoring().editor
  const id = useId()
  const host = useRef<HTMLDivElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const view = useRef<EditorView>(undefined)
  /** Texts that the person has typed here and that `value` has yet to contain, oldest first. */
  const typed = useRef<string[]>([])
  const savedBefore = useRef(saved)
  const [preview, setPreview] = useState(false)
  const [finding, setFinding] = useState(false)
  const inCourse = courseIn(useLocation().pathname) !== ''

  const pictures: Pictures = {
    sending: (name, part) => t.sending(name, Math.round(part * 100)),
    waiting: t.waiting,
    onFailure: (cause, { name }) => toast(failureOf(cause, name), 'wrong'),
    stuck: t.stuck,
    again: t.again,
    remove: t.remove,
    onStuck: (name) => toast(t.pictureStuck(name), 'wrong'),
  }
  const failureOf = (cause: unknown, name: string) => {
    if (isOffline(cause)) return t.pictureOffline(name)
    return cause instanceof CallError && cause.code === 'too_large' ? t.pictureTooLarge(name) : t.pictureFailed(name)
  }

  function findPlace() {
    setFinding(true)
    return true
  }
  const table = `| ${t.column} 1 | ${t.column} 2 |\n| --- | --- |\n|  |  |`
  const tools: Tool[] = [
    { name: t.bold, icon: <BoldIcon />, key: toolKeys.bold, run: bold },
    { name: t.italic, icon: <ItalicIcon />, key: toolKeys.italic, run: italic },
    { name: t.heading, icon: <HeadingIcon />, key: toolKeys.heading, run: heading },
    { name: t.list, icon: <ListIcon />, key: toolKeys.list, run: list },
    { name: t.link, icon: <LinkIcon />, key: toolKeys.link, run: link },
    ...(inCourse ? [{ name: t.courseLink, icon: <BookIcon />, key: toolKeys.courseLink, run: findPlace }] : []),
    { name: t.code, icon: <CodeIcon />, key: toolKeys.code, run: code },
    { name: t.formula, icon: <FormulaIcon />, key: toolKeys.formula, run: formula },
    { name: t.table, icon: <TableIcon />, run: insertBlock(table, `${t.column} 1`) },
  ]

  const said: EditorLabels = {
    label,
    placeholder,
    description: [t.keys, error].filter(Boolean).join(' '),
    invalid: !!error,
  }
  const onLost = (n: number) => toast(t.picturesLeft(n), 'wrong')
  const latest = useRef({ onChange, onSubmit, pictures, onLost })
  latest.current = { onChange, onSubmit, pictures, onLost }

  // Before the first paint, because an empty box that grows would move what is below.
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; the effects below pass on changes
  useLayoutEffect(() => {
    if (!host.current) return
    const keys = Object.fromEntries(tools.flatMap(({ key, run }) => (key ? [[key, run]] : [])))
    const submit = () => {
      latest.current.onSubmit?.()
      return true
    }
    const made = createView(
      {
        parent: host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open', delegatesFocus: true }),
        text: value,
        keys: { 'Mod-Enter': submit, ...keys },
        pictures: () => latest.current.pictures,
        onLost: (n) => latest.current.onLost(n),
        onChange: (text) => {
          typed.current.push(text)
          latest.current.onChange(text)
        },
      },
      said,
    )
    view.current = made
    return () => {
      view.current = undefined
      made.destroy()
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a save changes `saved` alone, and `value` may be behind then
  useEffect(() => {
    // The form passes typed text back as `value` a moment later, when the person may have typed more.
    const at = typed.current.indexOf(value)
    if (at >= 0) typed.current.splice(0, at + 1)
    else if (view.current) {
      typed.current = []
      showText(view.current, value, saved !== savedBefore.current)
    }
  }, [value])
  useEffect(() => {
    savedBefore.current = saved
  }, [saved])
  // biome-ignore lint/correctness/useExhaustiveDependencies: by its words
  useEffect(() => {
    if (view.current) say(view.current, said)
  }, [label, placeholder, said.description])

  function run(command: StateCommand) {
    if (!view.current) return
    command(view.current)
    view.current.focus()
  }

  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {/* The editor's own name: a label cannot refer into its shadow root. */}
      <span aria-hidden="true" className="font-medium text-sm">
        {label}
      </span>
      <div className="editor" data-invalid={error ? '' : undefined}>
        <div className="editor-bar">
          <Toolbar aria-label={t.tools(label)} className="editor-tools">
            {tools.map((tool) => (
              <IconButton
                key={tool.name}
                label={tool.name}
                title={tool.key ? `${tool.name} (${readable(tool.key).join('+')})` : tool.name}
                icon={tool.icon}
                disabled={preview}
                // The editor keeps its focus, so the selection stays.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => run(tool.run)}
              />
            ))}
            <IconButton
              label={t.picture}
              icon={<ImageIcon />}
              disabled={preview}
              onClick={() => files.current?.click()}
            />
          </Toolbar>
          <button
            type="button"
            aria-pressed={preview}
            aria-controls={`${id}-preview`}
            className="editor-preview"
            onClick={() => setPreview(!preview)}
          >
            {/* As wide as both words, so that the tools beside it do not move. */}
            <span className={preview ? 'invisible' : ''}>{t.preview}</span>
            <span className={preview ? '' : 'invisible'}>{t.write}</span>
          </button>
        </div>
        <input
          ref={files}
          type="file"
          accept="image/*"
          multiple
          hidden
          onChange={({ target }) => {
            if (view.current && target.files) sendPictures(view.current, [...target.files], pictures)
            target.value = ''
            view.current?.focus()
          }}
        />
        {/* Hidden, not unmounted: its history and the caret stay. */}
        <div ref={host} data-writes="" hidden={preview} className="editor-box" />
        <section id={`${id}-preview`} aria-label={t.previewOf(label)} hidden={!preview} className="editor-shown">
          {preview && (value.trim() ? <Preview text={value} /> : <p>{t.nothing}</p>)}
        </section>
      </div>
      {finding && (
        <Suspense>
          <Palette
            onClose={() => setFinding(false)}
            pick={{ title: t.courseLink, isAsked: isLinked, onPick: (place) => run(linkTo(place)) }}
          />
        </Suspense>
      )}
      <div aria-live="polite" className="empty:-mt-1.5">
        {error && (
          <p className="flex items-start gap-1.5 font-medium text-sm text-wrong">
            <AlertIcon size={16} className="mt-0.5" />
            <span>{error}</span>
          </p>
        )}
      </div>
    </div>
  )
}
