import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/* The schema of the migrations, with the course-owned tables partitioned by the hash of the course. */

const folder = join(import.meta.dirname, '../../server/db/migrations')

/** The whole schema of today, as one text of SQL. */
const schema = (): string =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')

export interface Table {
  name: string
  /** The columns of its primary key, in their order. */
  key: string[]
}

const created = /^create table (\w+) \(\n([\s\S]*?)\n\);$/gm

/** Every table in the order of creation: tables to which others refer come first. */
export const tables = (): Table[] =>
  [...schema().matchAll(created)].map(([, name = '', body = '']) => ({ name, key: keyOf(body) }))

function keyOf(body: string): string[] {
  const [, several] = /primary key \(([^)]+)\)/.exec(body) ?? []
  if (several) return several.split(/,\s*/)
  const [, one] = /^\s*(\w+) [^,]*?primary key/m.exec(body) ?? []
  return one ? [one] : []
}

/** Whether a course owns it: its rows stay together on any machine. */
export const isOfCourse = ({ key }: Table): boolean => key[0] === 'course_id'

/** The schema with each table of a course in so many partitions, named `<table>_p<n>`. */
export function partitionedSchema(partitions: number): string {
  const owned = new Set(
    tables()
      .filter(isOfCourse)
      .map(({ name }) => name),
  )
  return schema().replace(created, (whole, name: string) => {
    if (!owned.has(name)) return whole
    const parts = Array.from(
      { length: partitions },
      (_, n) =>
        `create table ${name}_p${n} partition of ${name} for values with (modulus ${partitions}, remainder ${n});`,
    )
    return `${whole.slice(0, -1)} partition by hash (course_id);\n${parts.join('\n')}`
  })
}
