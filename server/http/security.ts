import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config, Provider } from '../config.ts'
import { pagePath } from './static.ts'

/** The headers that protect data, which no browser shows as a page. */
const ofData = [
  'cross-origin-resource-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
]

/** Security headers: the browser loads nothing from elsewhere and runs no script in a page's text. */
export async function secure(app: FastifyInstance, config: Config): Promise<void> {
  const https = config.publicUrl?.startsWith('https:') === true
  const given = await headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...inlineHashes('script')],
        styleSrc: ["'self'", ...inlineHashes('style')],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...picturesOf(config.provider)],
        // For images and media that the browser opens by themselves.
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        frameSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
    hsts: https && { maxAge: 31_536_000 },
    // Not even within the product: for a moment after signing in, the token stands in the address.
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
  const page: [string, OutgoingHttpHeader][] = [
    ...Object.entries(given).flatMap(([name, value]): [string, OutgoingHttpHeader][] => (value ? [[name, value]] : [])),
    ['permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
  ]
  // Without headers for pages: they would be most of a small reply.
  const data: typeof page = [
    ['content-security-policy', "default-src 'none';frame-ancestors 'self'"],
    ...page.filter(([name]) => ofData.includes(name)),
  ]
  app.addHook('onRequest', (request, reply, done) => {
    // By the route, because an address can be written in several ways.
    const path = request.routeOptions.url ?? request.url
    const ofApi = path.startsWith('/api/')
    // On the raw response, so that replies outside the framework have them too.
    for (const [name, value] of ofApi && !path.startsWith('/api/docs') ? data : page) reply.raw.setHeader(name, value)
    // A reply of the API is the person's own: only their browser keeps it, and asks again each time.
    if (ofApi) reply.header('cache-control', 'private, no-cache')
    done()
  })
}

/** The origins of people's pictures and of the provider's logo, besides this server. */
function picturesOf(provider: Provider | undefined): string[] {
  const logo = URL.parse(provider?.logo ?? '')
  return [...(provider?.pictureOrigins ?? []), ...(logo?.protocol.startsWith('http') ? [logo.origin] : [])]
}

/** The headers that helmet sets, computed once: for each reply it would build the same texts again. */
function headersOf(options: HelmetOptions): Promise<OutgoingHttpHeaders> {
  const answer = new ServerResponse(new IncomingMessage(new Socket()))
  return new Promise((done, fail) =>
    helmet(options)(answer.req, answer, (error?: unknown) => (error ? fail(error) : done({ ...answer.getHeaders() }))),
  )
}

/** The hashes of the page's own inline scripts or styles, so that no others run. */
function inlineHashes(tag: 'script' | 'style'): string[] {
  let page: string
  try {
    page = readFileSync(pagePath, 'utf8')
  } catch {
    return [] // not built: a development server or a test of the API alone
  }
  const inline = page.matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))
  return [...inline].map(
    ([, text]) =>
      `'sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}'`,
  )
}
