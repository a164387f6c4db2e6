import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { escapeHtml } from '../http/html.ts'

interface DemoPerson {
  subject: string
  email: string
  first: string
  last: string
  img: string | null
}

interface ListedPerson extends DemoPerson {
  admin: boolean
  teaches: number
  assists: number
  studies: number
}

export async function findDemoPerson(db: Kysely<DB>, by: { subject: string } | { email: string }) {
  const row: DemoPerson | undefined = await db
    .selectFrom('identities')
    .innerJoin('people', 'people.id', 'identities.person_id')
    .select(['subject', 'email', 'first', 'last', 'img'])
    .where('issuer', '=', 'demo')
    .$if('subject' in by, (q) => q.where('subject', '=', 'subject' in by ? by.subject : ''))
    .$if('email' in by, (q) => q.where(sql`lower(email)`, '=', 'email' in by ? by.email.toLowerCase() : ''))
    .executeTakeFirst()
  return row
}

export async function findDemoPeople(db: Kysely<DB>): Promise<ListedPerson[]> {
  const { rows } = await sql<ListedPerson>`
    select i.subject, p.email, p.first, p.last, p.img, p.admin,
      count(*) filter (where r.role = 'instructor')::int as teaches,
      count(*) filter (where r.role = 'assistant')::int as assists,
      count(*) filter (where r.role = 'student')::int as studies
    from identities i join people p on p.id = i.person_id left join roster r on r.person_id = p.id
    where i.issuer = 'demo' and p.removed_at is null
    group by i.subject, p.id order by p.first, p.last limit 500`.execute(db)
  return rows
}

const many = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`

function rolesOf(p: ListedPerson): string {
  const parts = [
    p.admin && 'Administrator',
    p.teaches > 0 && `Instructor of ${many(p.teaches, 'course')}`,
    p.assists > 0 && `Teaching assistant of ${many(p.assists, 'course')}`,
    p.studies > 0 && `Student of ${many(p.studies, 'course')}`,
  ]
  return parts.filter(Boolean).join(' · ') || 'Not in any course'
}

function entry(p: ListedPerson): string {
  const initials = `${p.first.slice(0, 1)}${p.last.slice(0, 1)}`
  const face = p.img
    ? `<img src="${escapeHtml(p.img)}" alt="" width="48" height="48">`
    : `<span class="face" aria-hidden="true">${escapeHtml(initials)}</span>`
  return `<li><button name="person" value="${escapeHtml(p.subject)}">${face}<span><b>${escapeHtml(p.first)} ${escapeHtml(p.last)}</b>
<small>${escapeHtml(rolesOf(p))}</small><small>${escapeHtml(p.email)}</small></span></button></li>`
}

/** People whom tools and the README name come first. */
const known = ['ploy', 'nat', 'arthit', 'mali', 'admin']

export function choosePage(people: ListedPerson[]): string {
  const first = known.flatMap((subject) => people.filter((p) => p.subject === subject))
  const others = people.filter((p) => !known.includes(p.subject))
  return page(
    'Choose a person',
    `<p>Raintree asks who you are. In this demo you may be anyone of the demo school: choose a person, no password needed.</p></header>
<form method="post"><h2>A good start</h2><ul>${first.map(entry).join('')}</ul>
<h2>Everyone else</h2><ul>${others.map(entry).join('')}</ul>
<button class="cancel" name="cancel" value="1">Cancel and go back</button></form>`,
  )
}

const page = (title: string, body: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>${title} · Demo Course Site</title><meta name="viewport" content="width=device-width"><link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/demo-provider/choose.css"></head><body><main>
<header><img src="/demo-provider/logo.svg" alt="" width="56" height="56"><h1>Demo Course Site</h1>${body}</main></body></html>`

export const nothingPage = page(
  'Nothing here',
  '<p>There is nothing at this address. <a href="/login">Begin signing in again</a></p></header>',
)

export const accountPage = page(
  'Account',
  '<p>At a real provider, people change their name, picture and password here. The people of the demo school stay as they are.</p></header>',
)

export const chooseStyle = `:root{color-scheme:light dark}*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif;background:light-dark(#f3efe9,#1d1b22);color:light-dark(#2a2320,#ece7e2)}
main{max-width:62rem;margin:0 auto;padding:2.5rem 1rem 4rem}header{text-align:center;margin-bottom:2rem}
header p{max-width:34rem;margin:.5rem auto}h1{margin:.5rem 0;font-size:1.75rem}h2{font-size:1.05rem;margin:2rem 0 .75rem}
ul{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(17.5rem,1fr));gap:.75rem}
button{font:inherit;color:inherit;text-align:left;width:100%;height:100%;display:flex;gap:.85rem;align-items:center;padding:.8rem .95rem;cursor:pointer;
background:light-dark(#fff,#29262f);border:1px solid light-dark(#ddd3c8,#44404b);border-radius:.8rem}
button:hover{border-color:light-dark(#a4501a,#eba66f)}button:focus-visible{outline:2px solid light-dark(#a4501a,#eba66f);outline-offset:2px}
b,small{display:block;overflow-wrap:anywhere}small{color:light-dark(#6a5d54,#b9afa6)}
img,.face{width:48px;height:48px;border-radius:50%;flex:none}header img{border-radius:0;width:56px;height:56px}
.face{display:grid;place-items:center;background:light-dark(#f0dcc8,#4c3c31);font-weight:600}
.cancel{width:auto;height:auto;margin:2rem auto 0;display:block;padding:.7rem 1.4rem}`

/** The provider has a sign of its own, so that people see where they are. */
export const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="16" fill="#31546f"/>
<path d="M32 16 8.500 27 32 38l23.500-11Z" fill="#fff"/><path d="M18 34v8.500c0 3 6.300 6 14 6s14-3 14-6V34l-14 6.500Z" fill="#cfe0ec"/>
<path d="M52 29v12" stroke="#f4b266" stroke-width="3" stroke-linecap="round"/><circle cx="52" cy="43.500" r="3" fill="#f4b266"/></svg>`
