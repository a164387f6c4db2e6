import { createQueryId, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely'

const compiler = new PostgresQueryCompiler()

/**
 * A part of a statement that has no parameters, as one text: else Kysely puts its pieces together again for each request,
 * which for a long one costs the server as much as the rest of a small answer.
 */
export const fixed = <T>(part: RawBuilder<T>): RawBuilder<T> =>
  sql.raw(compiler.compileQuery(part.toOperationNode(), createQueryId()).sql)
