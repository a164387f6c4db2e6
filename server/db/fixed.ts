import { createQueryId, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely'

const compiler = new PostgresQueryCompiler()

/**
 * A part of a statement without parameters, as one text: otherwise Kysely builds it again for each request, which for a
 * long part costs the server as much as the rest of a small answer. Throws if it has a parameter.
 */
export function fixed<T>(part: RawBuilder<T>): RawBuilder<T> {
  const { sql: text, parameters } = compiler.compileQuery(part.toOperationNode(), createQueryId())
  if (parameters.length > 0) throw new Error(`A part that is fixed has parameters: ${text}`)
  return sql.raw(text)
}
