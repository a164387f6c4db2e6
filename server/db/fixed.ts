import { createQueryId, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely'

const compiler = new PostgresQueryCompiler()

/**
 * A part of a statement that has no parameters, as one text: else Kysely puts its pieces together again for each request,
 * which for a long one costs the server as much as the rest of a small answer. Throws where it has a parameter.
 */
export function fixed<T>(part: RawBuilder<T>): RawBuilder<T> {
  const { sql: text, parameters } = compiler.compileQuery(part.toOperationNode(), createQueryId())
  if (parameters.length > 0) throw new Error(`A part that is fixed has parameters: ${text}`)
  return sql.raw(text)
}
