/** A thing in a tree; a thing with `children` is a folder. */
export interface TreeNode<T> {
  id: string
  name: string
  of: T
  children?: TreeNode<T>[] | undefined
}

/** A place for a thing: into a folder, or beside another thing. */
export type Place = { on: string } | { before: string } | { after: string }

export function findNode<T>(nodes: TreeNode<T>[], id: string): TreeNode<T> | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : node.children && findNode(node.children, id)
    if (found) return found
  }
  return undefined
}

/** The ids of all nodes at any depth, in the order of the tree. */
export const idsOf = <T>(nodes: TreeNode<T>[]): string[] =>
  nodes.flatMap((node) => [node.id, ...idsOf(node.children ?? [])])

/** The ids of the visible nodes while some folders are open. */
export const shownIn = <T>(nodes: TreeNode<T>[], open: ReadonlySet<string>): string[] =>
  nodes.flatMap(({ id, children }) => [id, ...(children && open.has(id) ? shownIn(children, open) : [])])

/** The ids from one to another, both included; empty when the list lacks one of them. */
export function between(ids: string[], one: string, other: string): string[] {
  const [from = -1, to = -1] = [ids.indexOf(one), ids.indexOf(other)].sort((a, b) => a - b)
  return from < 0 ? [] : ids.slice(from, to + 1)
}

/** The things that do not lie in another of them, in the order of the tree. */
export const topmost = <T>(nodes: TreeNode<T>[], ids: ReadonlySet<unknown>): string[] =>
  nodes.flatMap((node) => (ids.has(node.id) ? [node.id] : topmost(node.children ?? [], ids)))
