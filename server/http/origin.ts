import type { FastifyRequest } from 'fastify'
import { type Config, isLoopback } from '../config.ts'

/**
 * The origin under which this request's person reaches the product: PUBLIC_URL when it is set; else the requested one,
 * if it is loopback (localhost and 127.0.0.1 are both right on a laptop); else HOST and PORT.
 */
export function originOf(config: Config, request: FastifyRequest): string {
  if (config.publicUrl) return config.publicUrl
  const asked = URL.parse(`http://${request.host}`)
  return asked && isLoopback(asked.hostname) ? asked.origin : localOrigin(config)
}

/** How this machine itself reaches the server. */
export function localOrigin({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
