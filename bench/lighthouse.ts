import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import type { BrowserRun, LighthousePage } from './browserReport.ts'
import { root } from './product.ts'

/** Some 180 MB with its dependencies, and only for the bench: npm fetches it at run time. */
const version = '13.5.0'
/** Its performance varies by some points: the report has the median. */
const TIMES = 3
const run = promisify(execFile)

interface Given {
  origin: string
  token: string
  /** Name and path; all pages but the first are signed in. */
  pages: [name: string, path: string][]
  /** Chromium's arguments and path. */
  launch: { executablePath?: string; args: string[] }
}

interface Result {
  categories: Record<string, { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { id: string; title: string; score: number | null; displayValue?: string }>
}

/**
 * Lighthouse on some pages, the first signed out and the others signed in: for each, the run with the median
 * performance.
 */
export async function lighthouse({ origin, token, pages, launch }: Given): Promise<BrowserRun['lighthouse']> {
  const profile = await mkdtemp(join(tmpdir(), 'raintree-lighthouse-'))
  const port = 38_000 + (process.pid % 1_000)
  const args = [...launch.args, `--remote-debugging-port=${port}`]
  const browser = await chromium.launchPersistentContext(profile, { ...launch, args })
  try {
    const done: LighthousePage[] = []
    for (const [n, [page, path]] of pages.entries()) {
      if (n === 1) {
        const tab = await browser.newPage()
        await tab.goto(`${origin}/receipt`)
        await tab.evaluate(`localStorage.setItem('token', '${token}')`)
        await tab.close()
      }
      const results: Result[] = []
      for (let time = 0; time < TIMES; time++)
        results.push(await audit(origin + path, port, join(profile, `${n}-${time}.json`)))
      done.push(pageOf(page, middleOf(results)))
    }
    return { version, pages: done }
  } catch (error) {
    return { failed: (error as Error).message.split('\n').slice(0, 3).join(' ').slice(0, 400) }
  } finally {
    await browser.close()
    await rm(profile, { recursive: true, force: true })
  }
}

async function audit(url: string, port: number, out: string): Promise<Result> {
  const flags = ['--disable-storage-reset', '--quiet', '--output=json', `--output-path=${out}`, `--port=${port}`]
  // It runs on the Node.js of this product.
  const PATH = join(root, 'node_modules/.bin') + delimiter + process.env.PATH
  const command = ['exec', '--yes', `--package=lighthouse@${version}`, '--', 'lighthouse', url, ...flags]
  await run('npm', command, { cwd: tmpdir(), env: { ...process.env, PATH }, timeout: 600_000 })
  return JSON.parse(await readFile(out, 'utf8')) as Result
}

function middleOf(results: Result[]): Result {
  const performance = ({ categories }: Result) => categories.performance?.score ?? 0
  const middle = results.toSorted((a, b) => performance(a) - performance(b))[Math.floor(results.length / 2)]
  if (!middle) throw new Error('Lighthouse gave no result.')
  return middle
}

function pageOf(page: string, { categories, audits }: Result): LighthousePage {
  const all = Object.values(categories)
  const counted = new Set(all.flatMap(({ auditRefs }) => auditRefs.filter((a) => a.weight > 0).map((a) => a.id)))
  const wrong = Object.values(audits).filter(({ id, score }) => counted.has(id) && score !== null && score < 0.9)
  return {
    page,
    scores: Object.fromEntries(all.map(({ title, score }) => [title, Math.round((score ?? 0) * 100)])),
    failed: wrong.map(({ title, displayValue }) => (displayValue ? `${title} (${displayValue})` : title)),
  }
}
