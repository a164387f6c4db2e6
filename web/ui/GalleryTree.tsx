import { useState } from 'react'
import { Badge } from './Badge.tsx'
import { longThai, Specimen } from './GallerySpecimen.tsx'
import { EditIcon, FileTextIcon, FolderIcon, TrashIcon } from './icons.tsx'
import { ActionMenu } from './staff/ActionMenu.tsx'
import type { TreeNode } from './staff/nodes.ts'
import { Tree } from './staff/Tree.tsx'
import { toast } from './Toast.tsx'

const file = (name: string): TreeNode<null> => ({ id: name, name, of: null })
const folder = (name: string, ...children: TreeNode<null>[]): TreeNode<null> => ({ id: name, name, of: null, children })

const nodes = [
  folder('Week 1', file('Slides.pdf'), folder('Code', file('tree.py'), file('graph.py'))),
  folder('An empty folder'),
  file(`${longThai}.pdf`),
  file('Plan.txt'),
]

const words = {
  move: (name: string) => `Move ${name}`,
  select: 'Select',
  open: 'Open',
  close: 'Close',
  into: (name: string) => `Into ${name}`,
  before: (name: string) => `Before ${name}`,
  after: (name: string) => `After ${name}`,
  count: (n: number) => `${n} things`,
}

export function GalleryTree() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['Plan.txt']))
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set(['Week 1']))
  return (
    <Specimen name="Tree, ActionMenu">
      <Tree
        label="Files"
        language="en"
        words={words}
        nodes={nodes}
        render={({ name, children }) => (
          <>
            {children ? <FolderIcon className="text-accent" /> : <FileTextIcon className="text-ink-soft" />}
            <span className="min-w-0 flex-1 break-words font-medium">{name}</span>
            {name === 'Plan.txt' && <Badge>Draft</Badge>}
            <ActionMenu
              label={`What to do with ${name}`}
              actions={[
                { id: 'edit', label: 'Edit', icon: <EditIcon />, run: () => toast('Edit') },
                { id: 'remove', label: 'Delete', icon: <TrashIcon />, danger: true, run: () => toast('Delete') },
              ]}
            />
          </>
        )}
        selected={selected}
        onSelect={setSelected}
        expanded={expanded}
        onExpand={setExpanded}
        onOpen={(id) => toast(`Open ${id}`)}
        onMove={(ids, place) => toast(`${ids.join(', ')} ${JSON.stringify(place)}`)}
      />
    </Specimen>
  )
}
