import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { defineConfig, type Plugin } from 'vite'
import { earlyStart } from './scripts/earlyStart.ts'
import { pdfParts } from './scripts/pdfParts.ts'
import { withoutSchemas } from './scripts/withoutSchemas.ts'
import { FirstPicture } from './web/ui/FirstPicture.tsx'

const server = process.env.RAINTREE_SERVER ?? 'http://127.0.0.1:3000'

const shared = /web\/(ui|i18n|session|errors|frame|common|loading\/(?!pages)|[^/]+\.tsx?$)|contract\//
/** Modules of the first script, and of the frame around every signed-in page: one file each, not eight. */
const start =
  /web\/(errors|loading\/screen|(session|courses|notifications)\/queries|session\/attempts|live\/state|ui\/(Footer|Logo)|frame\/AppFooter)|contract\/notifications/
const frame =
  /web\/(frame|live|palette\/(usePalette|keyboard)|notifications\/NotificationList|assignments\/draftEvents|ui\/(useDismiss|Strip)|courses\/(CourseCardView|semesters))/
/** Modules that load with the first course that a person opens or joins. */
const inside = new RegExp(
  [
    /contract\/(announcements|assignments|attendance|comparedText|contents|discussions|drafts|gradebook|groups|jobs|meetings|mergeText|questions|schedules|uploads)\.ts/,
    /web\/ui\/(ButtonLink|ConfirmDialog|Dialog|Field|FileDrop|ItemTitle|Picker|ScoreBadge|SearchField|TabPills|TextArea|TextField|focus|optionLetter|scoreTone)\.tsx?|web\/(loading\/useBackOnFailure|common\/(PinnedBadge|useLeave))\.ts/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** What only those load who make a course, or look at work in place: however many of its screens share it, it is in nobody else's files. */
const staff =
  /web\/(editor|forms|changes|tables|people|exceptions|attendance|grading|statistics|schedules\/staff|gradebook\/(staff|staffQueries)|feedback\/staff|ui\/(staff|(Checkbox|NumberField|Switch|useRowWindow)\.)|common\/(PublishBadge|downloadFile)|loading\/(callForm|showAnswer)|i18n\/(\w+\/)?(authoring|works))|contract\/(changes|points|staff\/)/

/** Chunks that run before the first content of any signed-in page. */
const atOnce = new Set(['vendor', 'shared', 'start', 'frame'])

/** Removes comments and indentation from the page. */
const withoutComments: Plugin = {
  name: 'without-comments',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace(/^\s*\/\/.*\n|^\s+/gm, '') },
}

/** Writes the first picture into the page; not in development, where styles come with the scripts. */
const firstPicture: Plugin = {
  name: 'first-picture',
  transformIndexHtml: (html, { server }) =>
    html.replace('%FIRST_PICTURE%', () => (server ? '' : renderToStaticMarkup(createElement(FirstPicture)))),
}

/** Tailwind's fallback for browsers without `@property`: all of ours have it. */
const forOlderBrowsers = /@layer properties\{@supports[^{]*\{[^{}]*\{[^{}]*\}\}\}/

/** Removes the properties that no rule reads from Tailwind's output. */
const withoutUnread = (styles: string) =>
  styles.replace(/@property (--tw-[\w-]+)\{[^}]*\}/g, (rule, name) => (styles.includes(`var(${name}`) ? rule : ''))

/**
 * Writes the styles into the page, so that they come before the scripts and need no request of their own: a separate
 * file would share the connection with the scripts, and the browser draws nothing before the last of both. Each visit
 * asks for the page again, and mostly gets a 304.
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
  plugins: [withoutSchemas, withoutComments, earlyStart, firstPicture, stylesInside, pdfParts, react(), tailwindcss()],
  worker: { format: 'es' },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // The maker of PDFs with marks, which loads when it is pressed.
    chunkSizeWarningLimit: 700,
    target: ['chrome123', 'firefox128', 'safari17.5'],
    assetsInlineLimit: 2048,
    // All supported browsers preload modules natively.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Chromium compiles such a file as a whole while it loads, in parallel, and not function by function at its
        // first run.
        postBanner: ({ name }) => (atOnce.has(name) ? '//# allFunctionsCalledOnLoad' : ''),
        // Few files: one that hardly ever changes, one that most screens share, then one per screen. Markdown is large,
        // and loads with the first text.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router|cookie|@tanstack)\//,
              priority: 2,
            },
            {
              name: 'shared',
              test: (id: string) => shared.test(id) && !inside.test(id) && !staff.test(id),
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
    // The proxy keeps the host of the browser, so that signing in returns to it.
    proxy: Object.fromEntries(
      ['/api', '/demo-provider'].map((path) => [path, { target: server, changeOrigin: false }]),
    ),
  },
})
