import { type Plugin, parseSync } from 'vite'

/** The fields of an endpoint for the server, the tests and the API document; no browser reads them. */
const ofServer = new Set(['access', 'summary', 'query', 'body', 'reply', 'errors', 'status'])

// biome-ignore lint/suspicious/noExplicitAny: nodes of a syntax tree
type Node = any
/** A part of the text, and its replacement. */
type Cut = [start: number, end: number, by: string]

/** Whether the expression begins at zod, such as `z.string().check(…)`. */
const isOfZod = (node: Node): boolean =>
  node?.type === 'CallExpression'
    ? isOfZod(node.callee)
    : node?.type === 'MemberExpression'
      ? node.object.name === 'z' || isOfZod(node.object)
      : false

function cutsOf(node: Node, code: string): Cut[] {
  if (!node || typeof node !== 'object') return []
  if (isOfZod(node)) return [[node.start, node.end, 'null']]
  if (node.type === 'ImportDeclaration' && node.source.value.startsWith('zod')) return [[node.start, node.end, '']]
  if (node.type === 'CallExpression' && node.callee.name === 'endpoint') {
    const kept = node.arguments[0].properties.filter(({ key }: Node) => !ofServer.has(key?.name))
    // The object without the call, so that unused ones are left out of the bundle.
    const inner = kept.map(({ start, end }: Node) => code.slice(start, end)).join(', ')
    return [[node.start, node.end, `({ ${inner} })`]]
  }
  return Object.values(node).flatMap((part) => cutsOf(part, code))
}

/** Removes the schemas and the server's other fields from the contract (docs/decisions/002). */
export const withoutSchemas: Plugin = {
  name: 'without-schemas',
  enforce: 'pre',
  transform: {
    filter: { id: /\/contract\/(staff\/)?\w+\.ts$/ },
    handler(code, id) {
      const cuts = cutsOf(parseSync(id, code).program, code).toSorted(([a], [b]) => b - a)
      const rest = cuts.reduce((text, [start, end, by]) => text.slice(0, start) + by + text.slice(end), code)
      // It would be undefined at run time.
      if (/\bz\.\w+\(/.test(rest)) throw new Error(`A schema is left in ${id}.`)
      return { code: rest, map: null }
    },
  },
}
