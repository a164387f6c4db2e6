import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { contract } from '../contract/index.ts'
import { announcementRoutes } from './announcements/routes.ts'
import { answerRoutes } from './answers/routes.ts'
import { assignmentRoutes } from './assignments/routes.ts'
import { attendanceRoutes } from './attendance/routes.ts'
import { bankRoutes } from './bank/routes.ts'
import { createCache } from './cache.ts'
import { changeRoutes } from './changes/routes.ts'
import type { Config } from './config.ts'
import { linkRoutes, playlistRoutes } from './contents/links.ts'
import { contentRoutes } from './contents/routes.ts'
import { copyRoutes } from './copy/routes.ts'
import { courseRoutes } from './courses/routes.ts'
import { adminCourseRoutes } from './courses/staffRoutes.ts'
import { curveRoutes } from './curves/routes.ts'
import { dateRoutes } from './dates/routes.ts'
import type { Connection } from './db/database.ts'
import type { DB } from './db/schema.ts'
import { demoProvider, demoSignIn } from './demo/provider.ts'
import type { Deps } from './deps.ts'
import { discussionRoutes } from './discussions/routes.ts'
import { isFull, Refusal, refusalOf, statusOf } from './errors.ts'
import { exceptionRoutes } from './exceptions/routes.ts'
import { feedbackRoutes } from './feedback/routes.ts'
import { gradebookRoutes } from './gradebook/routes.ts'
import { gradingRoutes } from './gradebook/staffRoutes.ts'
import { gradeTableRoutes } from './gradeTables/routes.ts'
import { submissionRoutes } from './grading/routes.ts'
import { groupRoutes } from './groups/routes.ts'
import { hiddenNameRoutes } from './hiddenNames/routes.ts'
import { holidayRoutes } from './holidays/routes.ts'
import { readBodies } from './http/body.ts'
import { health } from './http/health.ts'
import { apiDocument } from './http/openapi.ts'
import { onEnd } from './http/requestEnd.ts'
import { shapeAnswers } from './http/responses.ts'
import { secure } from './http/security.ts'
import { serveStatic } from './http/static.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { createJobs } from './jobs/jobs.ts'
import { jobRoutes } from './jobs/routes.ts'
import { createLive } from './live.ts'
import { markRoutes } from './marks/routes.ts'
import { meetingRoutes } from './meetings/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { createStreams } from './notifications/streams.ts'
import { offlineRoutes } from './offline/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { presenceRoutes } from './presence/routes.ts'
import { prepareDraining } from './process/drain.ts'
import { sharedKey } from './process/keys.ts'
import { measure } from './process/metrics.ts'
import type { Tracing } from './process/tracing.ts'
import { type Clock, databaseClock, startScheduler } from './publishing/scheduler.ts'
import { receiptKey } from './receipts/receipt.ts'
import { receiptRoutes } from './receipts/routes.ts'
import { releaseRoutes } from './releases/routes.ts'
import { rosterRoutes } from './roster/routes.ts'
import { savedCommentRoutes } from './savedComments/routes.ts'
import { scheduleRoutes } from './schedules/routes.ts'
import { sectionRoutes } from './sections/routes.ts'
import { serveContract } from './serve.ts'
import { createSignIn } from './session/provider.ts'
import { sessionRoutes } from './session/routes.ts'
import { createSessions } from './session/sessions.ts'
import { statisticsRoutes } from './statistics/routes.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { storageOf } from './uploads/store.ts'
import { userRoutes } from './users/routes.ts'

interface Options {
  config: Config
  db: Kysely<DB>
  connection: Connection
  now?: () => Date
  tracing?: Tracing
}

/** The server of one process, ready to listen. Closing it does not close the database. */
export async function build(options: Options): Promise<FastifyInstance> {
  const { config, db, connection, now = () => new Date(), tracing } = options
  const app: FastifyInstance = Fastify({
    trustProxy: config.trustProxy,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    bodyLimit: 1_000_000,
    // In ms, for a request to arrive: the largest file at 17 kB a second. Without a limit, a client that never ends its
    // request would keep its connection. An answer may stay open.
    requestTimeout: 20 * 60_000,
    forceCloseConnections: 'idle',
    // While the server stops, it answers requests on open connections as ever, in the form of every answer.
    return503OnClosing: false,
    genReqId: ({ headers }) => safeId(headers['x-request-id']) ?? crypto.randomUUID(),
    frameworkErrors: (_error, request, reply) => answerUnreadable(app, request, reply),
    logController: new LogController({ disableRequestLogging: true }),
    logger: { level: config.logLevel, base: { pid: process.pid }, serializers: { req: describeRequest } },
  })
  tracing?.follow(app)
  const deps = await makeDeps(app, { config, db, connection, now })

  const clock: Clock = options.now ? () => sql`${now()}::timestamptz` : databaseClock
  const onError = (err: unknown) => app.log.error({ err }, 'what is due could not be published')
  const scheduler = startScheduler({ db, live: deps.live, clock, onError })
  app.addHook('preClose', () => scheduler.close())

  prepareDraining(app)
  closeUnusedConnections(app)
  readBodies(app)
  await app.register(cookie)
  shapeAnswers(app)
  logRequests(app)
  answerErrors(app)
  sayWhenAgain(app)
  await secure(app, config)
  health(app, db, deps.storage)
  apiDocument(app, contract)
  const releases = releaseRoutes(deps)
  serveContract(
    app,
    contract,
    {
      session: sessionRoutes(deps),
      users: userRoutes(deps),
      notifications: notificationRoutes(deps),
      courses: courseRoutes(deps),
      adminCourses: adminCourseRoutes(deps),
      copies: copyRoutes(deps),
      dates: dateRoutes(deps),
      schedules: scheduleRoutes(deps),
      attendance: attendanceRoutes(deps),
      announcements: announcementRoutes(deps),
      changes: changeRoutes(deps),
      invitations: invitationRoutes(deps),
      messages: messageRoutes(deps),
      people: peopleRoutes(deps),
      presence: presenceRoutes(deps),
      submissions: { ...submissionRoutes(deps), release: releases.release },
      releases,
      feedback: feedbackRoutes(deps),
      savedComments: savedCommentRoutes(deps),
      hiddenNames: hiddenNameRoutes(deps),
      holidays: holidayRoutes(deps),
      marks: markRoutes(deps),
      roster: rosterRoutes(deps),
      sections: sectionRoutes(deps),
      statistics: statisticsRoutes(deps),
      answers: answerRoutes(deps),
      offline: offlineRoutes(deps),
      assignments: assignmentRoutes(deps),
      bank: bankRoutes(deps),
      exceptions: exceptionRoutes(deps),
      receipts: receiptRoutes(deps),
      uploads: uploadRoutes(deps),
      contents: contentRoutes(deps),
      links: linkRoutes(deps),
      playlists: playlistRoutes(deps),
      meetings: meetingRoutes(deps),
      gradebook: gradebookRoutes(deps),
      grading: gradingRoutes(deps),
      gradeTables: gradeTableRoutes(deps),
      curves: curveRoutes(deps),
      discussions: discussionRoutes(deps),
      groups: groupRoutes(deps),
      jobs: jobRoutes(deps),
    },
    deps,
  )
  if (config.demo) await app.register(demoProvider, { prefix: '/demo-provider', db, config })
  await serveStatic(app)
  return app
}

type Parts = Required<Omit<Options, 'tracing'>>

async function makeDeps(app: FastifyInstance, { config, db, connection, now }: Parts): Promise<Deps> {
  const live = await createLive({
    // A pooler lends a connection for one transaction, so a `LISTEN` on it would soon be another client's.
    connection: config.databaseDirectUrl ? { connectionString: config.databaseDirectUrl } : connection,
    db,
    onError: (err) => app.log.warn({ err }, 'live events failed'),
  })
  const sessions = createSessions({
    db,
    now,
    idleMs: config.sessionIdleMs,
    maxMs: config.sessionMaxMs,
    announceEnd: (hash) => live.publish({ kind: 'session_ended', hash }),
  })
  const cache = createCache()
  live.subscribe(
    (event) => {
      if (event.kind === 'session_ended') sessions.forget(event.hash)
      if (event.kind === 'person_removed') sessions.forgetPerson(event.person_id)
    },
    () => {
      sessions.forgetAll()
      // The database may be another primary now, one without the latest versions that will count them again.
      cache.forgetAll()
    },
  )
  const key = await sharedKey(db, 'sign_in')
  const signIn = config.provider
    ? createSignIn({ provider: config.provider, key, now })
    : demoSignIn({ config, key, now })
  const streams = createStreams(live)
  app.addHook('preClose', async () => streams.close())
  app.addHook('onClose', () => live.close())
  if (config.metrics) await measure(app, { db, live, streams })
  const jobs = createJobs(db, (err) => app.log.warn({ err }, 'jobs failed'))
  app.addHook('onClose', () => jobs.close())
  const fileKey = await sharedKey(db, 'files')
  const storage = storageOf(config)
  return {
    db,
    cache,
    config,
    now,
    sessions,
    signIn,
    live,
    jobs,
    streams,
    storage,
    fileKey,
    sealKey: await sharedKey(db, 'seal'),
    attendanceKey: await sharedKey(db, 'attendance'),
    receiptKey: await receiptKey(db),
  }
}

/** A browser connects ahead of need. Node takes a connection without a request for a busy one and would wait for it. */
function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', (request) => unused.delete(request.socket))
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
  })
}

/** A proxy's own number for the request, unless it is something else, such as a way to write into the log. */
const safeId = (given: string | string[] | undefined) =>
  typeof given === 'string' && /^[\w.:=-]{1,100}$/.test(given) ? given : undefined

/** Answers an address that cannot be decoded, or is too long, in the same way as an address that does not exist. */
function answerUnreadable(app: FastifyInstance, { raw }: FastifyRequest, reply: FastifyReply): void {
  const [, first] = /^\/(api|assets|demo-provider)(?![^/?])/.exec(raw.url ?? '') ?? []
  raw.url = first ? `/${first}/-` : '/-'
  app.routing(raw, reply.raw)
}

/** Never the query: it may carry a token or a code. */
const describeRequest = (request: { method: string; url: string }) => ({
  method: request.method,
  path: request.url.split('?')[0],
})

function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  onEnd(app, (request, reply, status) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const level = status >= 500 ? 'error' : ms > 1000 ? 'warn' : 'debug'
    request.log[level]({ req: request, status, ms }, 'request')
  })
}

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    let refusal = refusalOf(error)
    if (!refusal) {
      request.log.error({ err: error, req: request }, 'unexpected')
      refusal = new Refusal('internal')
    } else if (isFull(error)) request.log.error({ err: error, req: request }, 'there is no room')
    else if (refusal.code === 'busy' && refusal !== error)
      request.log.warn({ err: error, req: request }, 'the database or the file store is away or busy')
    return sendRefusal(reply, refusal)
  })
}

/** The default `Retry-After` of a refusal, in s. */
const AGAIN_SECONDS = 2

/** Adds `Retry-After` to every answer that refuses because there is too much to do at the moment. */
function sayWhenAgain(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    const asksToWait = reply.statusCode === 429 || reply.statusCode === 503
    if (asksToWait && !reply.hasHeader('retry-after')) reply.header('retry-after', AGAIN_SECONDS)
  })
}

function sendRefusal(reply: FastifyReply, { code, message, fields, retryAfter, current, own, by }: Refusal) {
  // A client that sends slowly loses its connection. Fastify would close that of any refused body, and a client that is
  // still sending would lose the answer: `discardBody` bounds what it may send.
  if (code === 'too_slow') reply.header('connection', 'close')
  else reply.removeHeader('connection')
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  const error = { code, message, ...(fields && { fields }), current, ...(own && { own }), ...(by && { by }) }
  return reply.status(statusOf[code]).send({ error })
}
