import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { intValue?: number } }[]
}

/** Receives traces, for as long as the test lasts. */
export async function collect(): Promise<{ address: string; spans: Span[] }> {
  const spans: Span[] = []
  const collector = createServer(async (request, response) => {
    const sent = (await json(request)) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
    spans.push(...sent.resourceSpans.flatMap((r) => r.scopeSpans.flatMap((s) => s.spans)))
    response.end('{}')
  })
  await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void collector.close())
  return { address: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`, spans }
}
