import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { type Endpoint, errorCodes, Failure } from '../../contract/endpoint.ts'
import type { Contract } from '../../contract/index.ts'
import { statusOf } from '../errors.ts'
import { escapeHtml } from './html.ts'

/** `/api/openapi.json`, generated from the contract, and `/api/docs`, the same for reading. */
export function apiDocument(app: FastifyInstance, contract: Contract): void {
  let document: string | undefined
  app.get('/api/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openapi(contract))
    return reply.type('application/json; charset=utf-8').send(document)
  })
  let page: string | undefined
  app.get('/api/docs', (_request, reply) => {
    page ??= docsPage(contract)
    return reply.type('text/html; charset=utf-8').send(page)
  })
  app.get('/api/docs.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(docsStyle))
}

const schemaOf = (schema: unknown, io: 'input' | 'output') => {
  const json = z.toJSONSchema(schema as z.ZodType, {
    io,
    unrepresentable: 'any',
    // Without names: a named schema would become a reference that leads nowhere in the whole document.
    metadata: z.registry(),
    override: ({ zodSchema, jsonSchema }) => {
      const { id, description } = z.globalRegistry.get(zodSchema) ?? {}
      // An instant is a Date or a text inside the server, and always ISO 8601 outside.
      if (id === 'Time') Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
      else if (description) jsonSchema.description = description
    },
  }) as Record<string, unknown>
  delete json.$schema
  return json
}

/**
 * A schema that contains itself, such as a folder's, refers to a part by name; the document's parts need unique names.
 */
function shareParts(schema: Record<string, unknown>, owner: string, shared: Record<string, unknown>): unknown {
  const { $defs, ...own } = schema
  const place = `#/components/schemas/${owner}`
  const moved = (part: unknown) => {
    const text = JSON.stringify(part).replaceAll('"#/$defs/', `"${place}.`)
    return JSON.parse(text.replaceAll('"$ref":"#"', `"$ref":"${place}"`))
  }
  for (const [name, part] of Object.entries($defs ?? {})) shared[`${owner}.${name}`] = moved(part)
  const whole = moved(own)
  if (!JSON.stringify(whole).includes(`"${place}"`)) return whole
  shared[owner] = whole
  return { $ref: place }
}

/** The error codes of an endpoint: those of its access and its input, and its own. */
const errorsOf = (e: Endpoint) => [
  ...(e.access === 'public' ? [] : ['not_signed_in' as const]),
  ...(e.query || e.body ? ['invalid' as const] : []),
  ...(e.path.includes(':') ? ['not_found' as const] : []),
  ...(['public', 'signedIn', 'member'].includes(e.access) ? [] : ['not_allowed' as const]),
  ...(e.method !== 'GET' && e.path.includes(':course_id') && !e.archived ? ['archived' as const] : []),
  ...(e.revision ? ['revision_needed' as const, 'conflict' as const] : []),
  ...(e.errors ?? []),
]

export function openapi(contract: Contract) {
  const paths: Record<string, Record<string, unknown>> = {}
  const shared: Record<string, unknown> = {}
  for (const [noun, endpoints] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const e = endpoint as Endpoint
      const path = e.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [e.method.toLowerCase()]: operation(noun, name, e, shared) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Raintree', version: '0.0.1', description: 'Success is `{ "data": … }`, failure `{ "error": … }`.' },
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The token, raw or after `Bearer `.',
        },
      },
      schemas: { Failure: schemaOf(Failure, 'output'), ErrorCode: { enum: errorCodes }, ...shared },
    },
  }
}

function operation(noun: string, name: string, e: Endpoint, shared: Record<string, unknown>) {
  const inPath = [...e.path.matchAll(/:(\w+)/g)].map(([, p]) => ({
    name: p,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const query = e.query
    ? (schemaOf(e.query, 'input') as { properties?: Record<string, unknown>; required?: string[] })
    : {}
  const inQuery = Object.entries(query.properties ?? {}).map(([q, schema]) => ({
    name: q,
    in: 'query',
    required: query.required?.includes(q) ?? false,
    schema,
  }))
  const statuses = [...new Set(errorsOf(e).map((code) => statusOf[code]))].sort()
  const failures = Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: errorsOf(e)
          .filter((code) => statusOf[code] === status)
          .join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    ]),
  )
  const data = e.reply && shareParts(schemaOf(e.reply, 'output'), `${noun}.${name}`, shared)
  const success = data
    ? {
        [e.status ?? 200]: {
          description: e.status ? 'Begun' : 'Done',
          ...(isChange(e) && { headers: { 'Change-Id': changeId, 'Idempotent-Replayed': isReplayed } }),
          content: {
            'application/json': {
              schema: { type: 'object', required: ['data'], properties: { data } },
            },
          },
        },
      }
    : { [e.raw === 'redirect' ? 302 : 200]: { description: e.raw ?? 'Done' } }
  return {
    operationId: `${noun}.${name}`,
    tags: [noun],
    summary: e.summary,
    description: `Access: ${e.access}`,
    ...(e.access === 'public' && { security: [] }),
    parameters: [
      ...inPath,
      ...inQuery,
      ...(e.method === 'GET' && isOfMembers(e) ? [asStudent] : []),
      ...(e.method === 'GET' ? [] : [idempotencyKey]),
      ...(e.revision ? [ifMatch] : []),
    ],
    ...(e.body && { requestBody: { content: { 'application/json': { schema: schemaOf(e.body, 'input') } } } }),
    ...(e.form && { requestBody: { required: true, content: { 'multipart/form-data': { schema: formOf(e.form) } } } }),
    responses: { ...success, ...failures },
  }
}

/** Whether the call asks for a place in a course. */
const isOfMembers = ({ access }: Endpoint) => !['public', 'signedIn', 'admin', 'creator'].includes(access)
const isChange = (e: Endpoint) => e.method !== 'GET' && isOfMembers(e) && !['member', 'student'].includes(e.access)

const asStudent = {
  name: 'as',
  in: 'query',
  required: false,
  description: 'Answers staff exactly as it answers a student.',
  schema: { type: 'string', enum: ['student'] },
}

const changeId = {
  description: 'The change, by which its history and its undo name it; absent where nothing changed.',
  schema: { type: 'string' },
}

const isReplayed = {
  description: 'The change of that Idempotency-Key was made before, and nothing is done; absent otherwise.',
  schema: { type: 'string', enum: ['true'] },
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key again, by the same person, is the same request: it gives the first answer.',
  schema: { type: 'string', pattern: '^[ -~]{1,200}$' },
}

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: 'The revision that the change was made from, in quotes. An older one than what is there answers 409.',
  schema: { type: 'string', pattern: '^"\\d{1,9}"$' },
}

const formOf = (part: string) => ({
  type: 'object',
  required: [part],
  properties: { [part]: { type: 'string', format: 'binary' } },
})

function docsPage(contract: Contract): string {
  const nouns = Object.entries(contract).map(([noun, endpoints]) => {
    const calls = Object.values(endpoints).map((endpoint) => call(endpoint as Endpoint))
    return `<section id="${noun}"><h2>${noun}</h2>${calls.join('')}</section>`
  })
  const index = Object.keys(contract).map((noun) => `<li><a href="#${noun}">${noun}</a></li>`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Raintree API</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/docs.css"></head><body>
<header><h1>Raintree API</h1><p>JSON in and out. Success is <code>{"data": …}</code>; failure is
<code>{"error": {"code", "message", "fields"}}</code>. Send the token in <code>Authorization</code>.
A write takes an <code>Idempotency-Key</code>: the same key again gives the first answer. A change of a thing with a
<code>revision</code> names it in <code>If-Match: "<var>revision</var>"</code>; 409 has the present thing in
<code>error.current</code>. Staff’s writes answer <code>Change-Id</code>, for the history and its undo. With
<code>as=student</code> a GET in a course answers staff as it answers a student.
The same as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p></header>
<nav aria-label="Nouns"><ul>${index.join('')}</ul></nav><main>${nouns.join('')}</main></body></html>`
}

function call(e: Endpoint): string {
  const part = (title: string, schema: unknown, io: 'input' | 'output') =>
    schema
      ? `<h4>${title}</h4><pre tabindex="0">${escapeHtml(JSON.stringify(schemaOf(schema, io), null, 2))}</pre>`
      : ''
  const errors = errorsOf(e)
    .map((code) => `<code>${code}</code> ${statusOf[code]}`)
    .join(', ')
  return `<details><summary><b>${e.method}</b> <code>${escapeHtml(e.path)}</code> <span>${escapeHtml(e.summary)}</span></summary>
<p>Access: <b>${e.access}</b>. ${errors && `Errors: ${errors}.`}</p>
${part('Query', e.query, 'input')}${e.form ? `<p>A multipart form with one file, <code>${e.form}</code>.</p>` : ''}${part('Body', e.body, 'input')}${part('Reply, under data', e.reply, 'output')}</details>`
}

const docsStyle = `:root{color-scheme:light dark}body{font:16px/1.55 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:2rem 1rem;
background:light-dark(#fbf4ec,#1c1917);color:light-dark(#2d2018,#ece5df)}a{color:light-dark(#a34208,#f0a86b)}nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none}
details{background:light-dark(#fffdfb,#26211e);border:1px solid light-dark(#e6d8c9,#45403b);border-radius:.6rem;margin:.5rem 0;padding:.6rem .9rem}
summary{cursor:pointer}summary span{display:block;opacity:.85}pre{overflow:auto;max-height:24rem;font-size:.85rem}summary b{display:inline-block;min-width:4.5rem}`
