import { join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'

/** The code and the calls of a screen. */
export interface FirstScreen {
  /** The beginning of the path, with `:parameters`, as in the addresses of the calls. */
  at: string
  language?: 'en' | 'th'
  /** Modules, by their paths in `web/`. */
  code: string[]
  /** Addresses of calls, with `:parameters`. */
  asks: string[]
}

const web = join(import.meta.dirname, '..', 'web')

/** Writes into the page which calls and code files each first screen needs (web/firstScreens.ts). */
export const earlyStart: Plugin = {
  name: 'early-start',
  async transformIndexHtml(html, { bundle }) {
    const { module } = await runnerImport<{ firstScreens: FirstScreen[] }>('/firstScreens.ts', { root: web })
    const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk')
    const already = new Set(html.match(/(?<=")\/assets\/[^"]+/g))
    const withImports = (file: string): string[] => [
      file,
      ...(chunks.find(({ fileName }) => fileName === file)?.imports ?? []).flatMap(withImports),
    ]
    const filesOf = (path: string): string[] => {
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === join(web, path))
      // A development server has no files.
      return chunk ? withImports(chunk.fileName).map((file) => `/${file}`) : []
    }
    const table = module.firstScreens.map(({ code, ...screen }) => ({
      ...screen,
      code: [...new Set(code.flatMap(filesOf))].filter((file) => !already.has(file)),
    }))
    return html.replace("'%FIRST_SCREENS%'", () => JSON.stringify(table).replaceAll(',"asks":[]', ''))
  },
}
