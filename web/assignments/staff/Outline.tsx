import { useState } from 'react'
import { useAuthoring } from '../../i18n/authoring.ts'
import { number } from '../../i18n/dates.ts'
import { useLanguage, useText } from '../../i18n/index.ts'
import { Card } from '../../ui/Card.tsx'
import { FolderIcon } from '../../ui/icons.tsx'
import { Tree } from '../../ui/staff/Tree.tsx'
import type { Fields } from './fields.ts'
import { movedTo, outlineOf } from './outline.ts'

interface Props {
  values: Fields
  set: (change: Partial<Fields>) => void
  /** Called when a question is pressed. */
  onOpen: (id: string) => void
}

/**
 * The questions as an outline of one line each, to reorder and to move into sets: one or many, by mouse, touch or
 * keyboard.
 */
export function Outline({ values, set, onOpen }: Props) {
  const { sheet: t, contents } = useAuthoring()
  const { assignments } = useText()
  const language = useLanguage()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => new Set(values.sets.map(({ _id }) => _id)))
  const isSet = (id: string) => values.sets.some(({ _id }) => _id === id)
  return (
    <Card pad="sm">
      <Tree
        label={t.questions}
        language={language}
        words={contents.tree}
        nodes={outlineOf(values, t)}
        selected={selected}
        onSelect={setSelected}
        expanded={expanded}
        onExpand={setExpanded}
        onOpen={onOpen}
        onMove={(ids, place) =>
          set(
            movedTo(
              values,
              ids.filter((id) => !isSet(id)),
              place,
            ),
          )
        }
        render={({ name, of }) => (
          <>
            {'set' in of && <FolderIcon className="text-accent" />}
            <p className="min-w-0 flex-1 truncate">{name}</p>
            <span className="shrink-0 text-ink-soft text-sm max-sm:hidden">
              {'set' in of
                ? t.drawn(of.set.draw ?? 1)
                : `${t.kindOf[of.question.kind]} · ${assignments.points(of.question.score ?? 0, number(of.question.score ?? 0))}`}
            </span>
          </>
        )}
      />
    </Card>
  )
}
