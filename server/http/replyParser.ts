import type * as z from 'zod/mini'
import { $ZodObjectJIT, type $ZodType, clone, parse } from 'zod/v4/core'

/*
 * The contract is written with zod/mini, which is small for the browser and parses objects field by field. For replies
 * the server rebuilds its schemas with zod's compiled objects, which take a sixth of the time.
 */

interface Def {
  type: string
  shape?: Record<string, $ZodType>
  element?: $ZodType
  innerType?: $ZodType
  valueType?: $ZodType
  options?: $ZodType[]
}

const made = new WeakMap<$ZodType, $ZodType>()

function compiled(schema: $ZodType): $ZodType {
  const known = made.get(schema)
  if (known) return known
  const def = schema._zod.def as unknown as Def
  if (def.type === 'object' && def.shape) return compiledObject(schema, def.shape)
  const parts = {
    ...(def.element && { element: compiled(def.element) }),
    ...(def.innerType && { innerType: compiled(def.innerType) }),
    ...(def.valueType && { valueType: compiled(def.valueType) }),
    ...(def.options && { options: def.options.map(compiled) }),
  }
  const whole = Object.keys(parts).length > 0 ? clone(schema, { ...schema._zod.def, ...parts }) : schema
  made.set(schema, whole)
  return whole
}

function compiledObject(schema: $ZodType, fields: Record<string, $ZodType>): $ZodType {
  const shape: Record<string, $ZodType> = {}
  const whole = new $ZodObjectJIT({ ...schema._zod.def, type: 'object', shape })
  // Set before its fields are read: a folder may contain a folder.
  made.set(schema, whole)
  for (const [name, field] of Object.entries(fields)) shape[name] = compiled(field)
  return whole
}

/** Parses a reply by the contract; throws when a part of it is missing. */
export function replyParser<S extends z.ZodMiniType>(reply: S): (answer: unknown) => z.output<S> {
  const whole = compiled(reply)
  return (answer) => parse(whole, answer) as z.output<S>
}
