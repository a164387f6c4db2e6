/** A screen, loaded by its address. Times in ms from the start of the navigation, medians; sizes in bytes. */
export interface ScreenLoad {
  name: string
  /** With an empty cache, and with a full one. */
  cold: number
  warm: number
  requests: number
  /** JavaScript as transferred, and unpacked; and everything as transferred. */
  script: number
  unpacked: number
  all: number
  /** The longest task of the main thread in any of the loads; 0 when none was over 50 ms. */
  longest: number
}

/** A screen, opened by a click. Times in ms from the click to the painted content. */
export interface Click {
  name: string
  /** The first time, without its code and data, and later times: the median and the slowest. */
  first: number
  median: number
  slowest: number
  /** The longest task of the main thread; 0 when none was over 50 ms. */
  longest: number
}

export interface LighthousePage {
  page: string
  /** 0 to 100, by category. */
  scores: Record<string, number>
  /** The failed audits, by name. */
  failed: string[]
}

/** Until the first paint and until the content is painted, ms, medians. */
export interface Shown {
  first: number
  content: number
}

export interface BrowserRun {
  at: string
  command: string
  machine: string
  browser: string
  scale: number
  loads: ScreenLoad[]
  clicks: Click[]
  /**
   * The home page from an empty cache: on a processor of a quarter of the speed, and over a connection of 1.6 Mbit/s
   * with 150 ms a round trip.
   */
  slowHome: { processor: Shown; line: Shown }
  /** MB of JavaScript's heap after so many navigations and a garbage collection. */
  memory: { after20: number; after200: number }
  /** Null: Lighthouse could not be fetched, for this reason. */
  lighthouse: { version: string; pages: LighthousePage[] } | { failed: string }
}

const shown = ({ first, content }: Shown) => `something after ${first} ms, its content after ${content}`
const kB = (bytes: number) => (bytes / 1000).toFixed(1)

export function browserLines(run: BrowserRun): string[] {
  return [
    '## In the browser',
    '',
    `${run.at.slice(0, 16).replace('T', ' ')} UTC · \`${run.command}\` · ${run.machine} · Chromium ${run.browser}, scale ${run.scale}`,
    '',
    `Home from an empty cache with a processor of a quarter of the speed: ${shown(run.slowHome.processor)} (the bar is 1,000).`,
    `Over a line of 1.6 Mbit/s with 150 ms for a trip: ${shown(run.slowHome.line)}.`,
    `JavaScript’s heap: ${Math.round(run.memory.after20)} MB after 20 navigations, ${Math.round(run.memory.after200)} MB after 200.`,
    '',
    'A screen by its address: ms until its content is painted, with an empty and with a full cache.',
    '',
    '| screen | cold | warm | requests | script kB | unpacked kB | all kB | longest task |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...run.loads.map((s) =>
      [
        '',
        s.name,
        s.cold,
        s.warm,
        s.requests,
        kB(s.script),
        kB(s.unpacked),
        kB(s.all),
        s.longest || 'none over 50',
        '',
      ].join(' | '),
    ),
    '',
    'A screen by a click in the running application: ms from the click until its content is painted (the bar is 100).',
    '',
    '| screen | first | again, median | slowest | longest task |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...run.clicks.map((c) => ['', c.name, c.first, c.median, c.slowest, c.longest || 'none over 50', ''].join(' | ')),
    '',
    ...('failed' in run.lighthouse
      ? [`Lighthouse did not run: ${run.lighthouse.failed}`, '']
      : lighthouseLines(run.lighthouse)),
  ].map((line) => line.trim())
}

function lighthouseLines({ version, pages }: { version: string; pages: LighthousePage[] }): string[] {
  const categories = Object.keys(pages[0]?.scores ?? {})
  return [
    `Lighthouse ${version}, with its own slow phone and network; of three times the middle one by performance:`,
    '',
    `| page | ${categories.join(' | ')} | not right |`,
    `| --- | ${categories.map(() => '---:').join(' | ')} | --- |`,
    ...pages.map(({ page, scores, failed }) =>
      ['', page, ...categories.map((name) => scores[name]), failed.join('; ') || 'nothing', ''].join(' | '),
    ),
    '',
  ]
}
