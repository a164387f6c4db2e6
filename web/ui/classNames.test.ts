import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { __unstable__loadDesignSystem as loadDesignSystem } from 'tailwindcss'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/*
 * Of two classes that set one property on one element, the later one in the built stylesheet wins, not the one given
 * last (docs/decisions/018). So this test reads the sources: a component's `className` must not lose to the component's
 * own classes.
 */

// biome-ignore lint/suspicious/noExplicitAny: nodes of a syntax tree
type Node = any
type Values = Record<string, string | undefined>

const web = join(import.meta.dirname, '..')
const ui = import.meta.dirname
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
const programs = new Map(sources.map((name) => [name, read(join(web, name))]))

function read(path: string): Node {
  return parseSync(path, readFileSync(path, 'utf8')).program
}

function nodesIn(node: Node): Node[] {
  if (!node || typeof node !== 'object') return []
  const inside = (Array.isArray(node) ? node : Object.values(node)).flatMap(nodesIn)
  return node.type ? [node, ...inside] : inside
}

/** The constants of a file by name. */
const constantsOf = (program: Node) =>
  new Map<string, Node>(
    program.body
      .map((statement: Node) => statement.declaration ?? statement)
      .flatMap((declaration: Node) => (declaration?.type === 'VariableDeclaration' ? declaration.declarations : []))
      .map((one: Node) => [one.id.name, one.init]),
  )

/** The classes that an expression may yield, in a component with these props. */
function classesOf(node: Node, constants: Map<string, Node>, props: Values = {}): string[] {
  const of = (part: Node): string[] => classesOf(part, constants, props)
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value.split(/\s+/) : []
    case 'TemplateLiteral':
      return [...node.quasis.flatMap((part: Node) => part.value.cooked.split(/\s+/)), ...node.expressions.flatMap(of)]
    case 'BinaryExpression':
      return node.operator === '+' ? [...of(node.left), ...of(node.right)] : []
    case 'ConditionalExpression':
      return [...of(node.consequent), ...of(node.alternate)]
    case 'LogicalExpression':
      return holds(node.left, props) ? of(node.right) : []
    case 'CallExpression':
      return node.arguments.flatMap(of)
    case 'ObjectExpression':
      return node.properties.flatMap((property: Node) => of(property.value))
    case 'MemberExpression': {
      const record = constants.get(node.object.name)
      const chosen = props[node.property.name]
      const one = record?.properties?.find(({ key }: Node) => (key.name ?? key.value) === chosen)
      return of(one?.value ?? record)
    }
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
      return of(node.expression)
    case 'Identifier':
      return node.name === 'className' ? [] : of(constants.get(node.name))
    default:
      return []
  }
}

/** Whether `look === 'cover'`, or `linked`, may hold. */
function holds(test: Node, props: Values): boolean {
  if (test.type === 'Identifier' && test.name in props) return props[test.name] !== undefined
  if (test.type !== 'BinaryExpression' || test.operator !== '===' || !(test.left.name in props)) return true
  return props[test.left.name] === test.right.value
}

const attributesOf = (opening: Node): Map<string, Node> =>
  new Map(opening.attributes.filter((one: Node) => one.name).map((one: Node) => [one.name.name, one.value]))

interface Component {
  props: Node[]
  /** The classes of the element that gets the `className`. */
  expression: Node
  tag: string
  constants: Map<string, Node>
}

/** The components of ui with a `className`. */
const components = new Map<string, Component>()
for (const [name, program] of programs) {
  if (!name.startsWith('ui/')) continue
  for (const { declaration } of program.body) {
    const props = declaration?.type === 'FunctionDeclaration' ? (declaration.params[0]?.properties ?? []) : []
    if (!props.some(({ key }: Node) => key?.name === 'className')) continue
    const opening = nodesIn(declaration.body).find(
      (node) =>
        node.type === 'JSXOpeningElement' &&
        nodesIn(attributesOf(node).get('className')).some((inside) => inside.name === 'className'),
    )
    if (!opening) continue
    const expression = attributesOf(opening).get('className')
    components.set(declaration.id.name, { props, expression, tag: opening.name.name, constants: constantsOf(program) })
  }
}

/** A component's own classes, with these attributes. */
function ownClasses(component: Component, given: Map<string, Node>): string[] {
  const props: Values = {}
  for (const { key, value } of component.props) {
    const asked = given.get(key?.name)
    if (!key || (asked && asked.type !== 'Literal')) continue
    const standard = value?.type === 'AssignmentPattern' ? value.right.value : undefined
    props[key.name] = given.has(key.name) ? (asked?.value ?? 'true') : standard
  }
  const inner = components.get(component.tag)
  return [
    ...classesOf(component.expression, component.constants, props),
    ...(inner ? ownClasses(inner, new Map()) : []),
    ...(JSON.stringify(component.expression).includes('"buttonClass"') ? buttonClasses : []),
  ]
}

const button = read(join(ui, 'buttonClass.ts'))
const buttonClasses = nodesIn(button).flatMap((node) =>
  classesOf(node.type === 'ReturnStatement' ? node.argument : null, constantsOf(button)),
)

const design = await loadDesignSystem(readFileSync(join(ui, 'styles.css'), 'utf8'), {
  base: ui,
  loadStylesheet: async (id) => {
    const path = id.startsWith('.') ? join(ui, basename(id)) : join(web, '../node_modules/tailwindcss/index.css')
    return { path, base: ui, content: readFileSync(path, 'utf8') }
  },
})

const sides = (name: string, all: string[]) => all.map((side) => name.replace('*', side))
const longhands: Record<string, string[]> = Object.fromEntries(
  ['padding', 'margin'].flatMap((name) => [
    [name, sides(`${name}-*`, ['top', 'right', 'bottom', 'left'])],
    [`${name}-inline`, sides(`${name}-*`, ['right', 'left'])],
    [`${name}-block`, sides(`${name}-*`, ['top', 'bottom'])],
    [`${name}-inline-start`, [`${name}-left`]],
    [`${name}-inline-end`, [`${name}-right`]],
  ]),
)
Object.assign(longhands, {
  gap: ['row-gap', 'column-gap'],
  overflow: ['overflow-x', 'overflow-y'],
  flex: ['flex-grow', 'flex-shrink', 'flex-basis'],
  'place-items': ['align-items', 'justify-items'],
  'border-radius': sides('border-*-radius', ['top-left', 'top-right', 'bottom-left', 'bottom-right']),
})

/** The properties of a class, each under its condition: `sm:p-4` as `sm padding-top` and so on. */
function effectsOf(name: string): string[] {
  const css = design.candidatesToCss([name])[0]
  if (!css) return []
  const condition = name.slice(0, name.lastIndexOf(':') + 1)
  // Not what it sets on another element.
  const own = (css.split('@property')[0] ?? '').replace(/(:where\(|&::(before|after))[^{]*\{[^}]*\}/g, '')
  const set = [...own.matchAll(/^\s*([a-z][a-z-]*): /gm)].map((match) => match[1] ?? '')
  return set.flatMap((property) => longhands[property] ?? [property]).map((property) => `${condition}${property}`)
}

/** Whether a class comes later in the built stylesheet than another one. */
function isLater(name: string, than: string): boolean {
  const places = new Map(design.getClassOrder([name, than]))
  return (places.get(name) ?? 0n) > (places.get(than) ?? 0n)
}

/** The given classes that lose: a later class of the component sets the same property under the same condition. */
function lost(own: string[], given: string[]): string[] {
  const mine = new Map(own.flatMap((name) => effectsOf(name).map((effect) => [effect, name] as const)))
  return given.flatMap((name) => {
    const beaten = effectsOf(name).find((effect) => isLater(mine.get(effect) ?? name, name))
    return beaten ? [`${name} to ${mine.get(beaten)} (${beaten})`] : []
  })
}

test('a class loses to one that sets the same property under the same condition and stands later', () => {
  expect(lost(['max-w-page', 'px-4'], ['max-w-3xl'])).toEqual(['max-w-3xl to max-w-page (max-width)'])
  expect(lost(['sm:pt-8'], ['sm:p-2', 'sm:pt-5'])).toHaveLength(2)
  expect(lost(['my-1', 'rounded-md'], ['mt-6', 'rounded-none'])).toEqual([])
  expect(lost(['text-ink', 'text-lg', 'border-line'], ['sm:text-sm', 'font-medium', 'divide-line'])).toEqual([])
})

test('no class that is given to a component of ui loses to one of its own', () => {
  expect(components.size).toBeGreaterThan(15)
  const found = [...programs].flatMap(([file, program]) => {
    const constants = constantsOf(program)
    return nodesIn(program).flatMap((node) => {
      if (node.type === 'CallExpression' && node.callee.name === 'buttonClass' && node.arguments[2]) {
        return lost(buttonClasses, classesOf(node.arguments[2], constants)).map((loss) => `${file}: ${loss}`)
      }
      const name = node.type === 'JSXOpeningElement' ? node.name.name : undefined
      const component = components.get(name === 'AppLink' ? 'Link' : name)
      const given = component && attributesOf(node)
      if (!given?.has('className')) return []
      const classes = classesOf(given.get('className'), constants)
      return lost(ownClasses(component as Component, given), classes).map((loss) => `${file}: <${name}> ${loss}`)
    })
  })
  expect(found).toEqual([])
})

test('no class is used bare that the stylesheet leaves out as a mere word', () => {
  const [, list = ''] = /@source not inline\('\{(.*?)\}'\)/.exec(readFileSync(join(ui, 'styles.css'), 'utf8')) ?? []
  const leftOut = new Set(list.split(','))
  expect(leftOut).toContain('contents')
  const found = [...programs].flatMap(([file, program]) => {
    const constants = constantsOf(program)
    return nodesIn(program).flatMap((node) => {
      const given = node.type === 'JSXOpeningElement' && attributesOf(node).get('className')
      return given ? classesOf(given, constants).flatMap((name) => (leftOut.has(name) ? [`${file}: ${name}`] : [])) : []
    })
  })
  expect(found).toEqual([])
})
