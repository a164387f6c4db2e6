import { useText } from './i18n/index.ts'

/** The title of the browser's tab: where one is. */
export function Title({ of }: { of: string }) {
  return <title>{`${of} · ${useText().name}`}</title>
}
