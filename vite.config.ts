import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { defineConfig, type Plugin } from 'vite'
import { earlyStart } from './scripts/earlyStart.ts'
import { withoutSchemas } from './scripts/withoutSchemas.ts'
import { FirstPicture } from './web/ui/FirstPicture.tsx'

const server = process.env.RAINTREE_SERVER ?? 'http://127.0.0.1:3000'

const shared = /web\/(ui|i18n|session|errors|frame|common|loading\/(?!pages)|[^/]+\.tsx?$)|contract\//
/** What the first script itself needs, and every signed-in page around its screen: each one file, not eight. */
const start =
  /web\/(errors|loading\/screen|(session|courses|notifications)\/queries|live\/state|ui\/(Footer|Logo)|frame\/AppFooter)|contract\/notifications/
const frame =
  /web\/(frame|live|palette\/(usePalette|keyboard)|notifications\/NotificationList|assignments\/draftNews|ui\/(useDismiss|Strip)|courses\/CourseCardView)/
/** What nobody needs before they open a course or join one. */
const inside = new RegExp(
  [
    /contract\/(announcements|assignments|contents|discussions|drafts|gradebook|groups|meetings|mergeText|schedules|uploads)\.ts/,
    /web\/ui\/(ButtonLink|Dialog|Field|ItemTitle|ScoreBadge|SearchField|TabPills|TextArea|TextField|focus|scoreTone)\.tsx?|web\/(loading\/useBackOnFailure|common\/useLeave)\.ts/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** What runs before the first content of any signed-in page. */
const atOnce = new Set(['vendor', 'shared', 'start', 'frame'])

/** What in the page is for those who read its source. */
const withoutComments: Plugin = {
  name: 'without-comments',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace(/^\s*\/\/.*\n|^\s+/gm, '') },
}

/** Writes into the page what stands there until there is a screen; not where the styles come with the scripts. */
const firstPicture: Plugin = {
  name: 'first-picture',
  transformIndexHtml: (html, { server }) =>
    html.replace('%FIRST_PICTURE%', () => (server ? '' : renderToStaticMarkup(createElement(FirstPicture)))),
}

/** What Tailwind adds for browsers without `@property`: all of ours have it. */
const forOlderBrowsers = /@layer properties\{@supports[^{]*\{[^{}]*\{[^{}]*\}\}\}/

/** What Tailwind declares of properties that no rule reads. */
const withoutUnread = (styles: string) =>
  styles.replace(/@property (--tw-[\w-]+)\{[^}]*\}/g, (rule, name) => (styles.includes(`var(${name}`) ? rule : ''))

/**
 * Writes the styles into the page, where they come before the scripts and need no trip of their own: as a file they share
 * the line with the scripts, and nothing can be drawn until the last of both. The page is asked for again at each visit,
 * and mostly answered with "the same as before".
 */
const stylesInside: Plugin = {
  name: 'styles-inside',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const sheets = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.css'))
      const [sheet] = sheets
      // A development server has no files.
      if (!sheet) return html
      if (sheet.type !== 'asset' || sheets.length > 1) throw new Error('There is more than one file of styles.')
      delete bundle[sheet.fileName]
      const styles = withoutUnread(String(sheet.source).replace(forOlderBrowsers, ''))
      return html.replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${styles}</style>`)
    },
  },
}

export default defineConfig({
  root: 'web',
  plugins: [withoutSchemas, withoutComments, earlyStart, firstPicture, stylesInside, react(), tailwindcss()],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: ['chrome123', 'firefox128', 'safari17.5'],
    assetsInlineLimit: 2048,
    // All of these browsers preload modules by themselves.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Chromium compiles all of such a file while it arrives, beside the page, and not bit by bit when it first runs.
        postBanner: ({ name }) => (atOnce.has(name) ? '//# allFunctionsCalledOnLoad' : ''),
        // Few files: one for what hardly ever changes, one for what most screens share, then one a screen. What reads
        // Markdown is large, and not for those who have not come to a text yet.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router|cookie|@tanstack)\//,
              priority: 2,
            },
            {
              name: 'shared',
              test: (id: string) => shared.test(id) && !inside.test(id),
              minShareCount: 4,
              priority: 1,
            },
            { name: 'start', test: start },
            { name: 'frame', test: frame },
            {
              name: 'course',
              test: /web\/(courseRoutes|loading\/pages|typed\/typed|\w+\/queries|courses\/Course(Layout|Switcher))/,
            },
            { name: 'inside', test: inside, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: {
    port: Number(process.env.PORT ?? 5173),
    // The host stays the one that the person asked for, so that signing in comes back to it.
    proxy: Object.fromEntries(
      ['/api', '/demo-provider'].map((path) => [path, { target: server, changeOrigin: false }]),
    ),
  },
})
