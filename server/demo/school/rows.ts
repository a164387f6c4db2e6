import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'

/** The tables that the demo school fills, each after those it refers to. */
const tables = [
  'people',
  'identities',
  'uploads',
  'courses',
  'roster',
  'instructor_invitations',
  'announcements',
  'messages',
  'schedules',
  'holidays',
  'attendance',
  'contents',
  'links',
  'playlists',
  'meetings',
  'groupings',
  'groups',
  'group_members',
  'assignments',
  'question_sets',
  'questions',
  'file_slots',
  'accommodations',
  'exceptions',
  'planned_releases',
  'rubric_items',
  'submissions',
  'submission_files',
  'feedback',
  'regrade_requests',
  'marks',
  'gradables',
  'entries',
  'topics',
  'posts',
  'comments',
  'endorsed_texts',
  'topic_seen',
  'activity',
  'notification_marks',
  'notification_reads',
] as const satisfies (keyof DB)[]

export type Table = (typeof tables)[number]
type Row<T extends Table> = Insertable<DB[T]>

/** Rows before they are inserted. All rows of a table name the same columns. */
export class Rows {
  #of = new Map<Table, object[]>()

  add<T extends Table>(table: T, row: Row<T>): void {
    const rows = this.#of.get(table)
    if (rows) rows.push(row)
    else this.#of.set(table, [row])
  }

  /** One statement for each table: its rows are one parameter, however many they are. */
  async insert(db: Kysely<DB>): Promise<void> {
    for (const table of tables) {
      const rows = this.#of.get(table)
      if (!rows?.[0]) continue
      const columns = sql.join(Object.keys(rows[0]).map((name) => sql.ref(name)))
      const json = JSON.stringify(rows, (_, value) => (value?.type === 'Buffer' ? bytea(value.data) : value))
      await sql`
        insert into ${sql.table(table)} (${columns})
        select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${json}::jsonb)`.execute(db)
    }
  }
}

/** PostgreSQL reads a bytea from `\x…`; a Buffer comes to JSON as { type: 'Buffer', data }. */
const bytea = (data: number[]) => `\\x${Buffer.from(data).toString('hex')}`
