import type { FastifyReply } from 'fastify'
import type { contract } from '../../contract/index.ts'
import { keepCount, write } from '../changes/write.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { lockGradebook, writeCells } from '../gradebook/cells.ts'
import type { Handlers } from '../serve.ts'
import { receiveTable, tableAsked } from '../tables/read.ts'
import { csvOf, xlsxOf } from '../tables/write.ts'
import { disposition } from '../uploads/names.ts'
import { exportGrades } from './export.ts'
import { planGrades } from './plan.ts'

const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The gradebook as a file, and back. */
export function gradeTableRoutes(deps: Deps): Handlers<typeof contract.gradeTables> {
  const { db, now } = deps
  const sendFile = (reply: FastifyReply, name: string, type: string, content: string | Buffer) =>
    reply.header('content-disposition', disposition('attachment', name)).type(type).send(content)

  return {
    async csv({ courseId, query, reply }) {
      const rows = await exportGrades(db, { courseId, section: query.section, now: now() })
      sendFile(reply, 'grades.csv', 'text/csv; charset=utf-8', csvOf(rows))
    },
    async xlsx({ courseId, query, reply }) {
      const rows = await exportGrades(db, { courseId, section: query.section, now: now() })
      sendFile(reply, 'grades.xlsx', excel, await xlsxOf(rows))
    },
    async import(input) {
      const { courseId, viewer, can, query, newId } = input
      const { dry_run, digest } = query
      const { filename, table } = await receiveTable(deps, input)
      const options = { courseId, by: viewer._id, mayRelease: can.release, ...tableAsked(query) }
      const planned = await planGrades(db, table, options)
      if (dry_run === 'true') return planned.plan
      const title = filename.slice(0, 200)
      const about = { _id: newId(), title }
      const applied = await write(deps, input, { kind: 'grades_imported', about }, async (trx) => {
        await lockGradebook(trx, courseId)
        const current = await planGrades(trx, table, options)
        if (digest !== undefined && current.plan.digest !== digest)
          throw new Refusal('conflict', { message: 'The gradebook has changed since.', current: current.plan })
        await writeCells(
          trx,
          { courseId, by: viewer._id, mayRelease: can.release, at: now(), reason: `Import: ${title}` },
          current.cells,
        )
        await keepCount(trx, courseId, current.cells.length)
        return current.plan
      })
      return applied ?? planned.plan
    },
  }
}
