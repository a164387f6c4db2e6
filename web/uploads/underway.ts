/*
 * Files that are being uploaded into a form: pictures of a text, or a recording. A form that is sent before they arrive
 * would go without them.
 */

const underway = new Set<Promise<boolean>>()

/** Follows an upload; the promise tells whether the file gets into its form. */
export function followFile(inForm: Promise<boolean>): void {
  underway.add(inForm)
  void inForm.finally(() => underway.delete(inForm))
}

const checks = new Set<() => boolean>()

/**
 * Before a form is sent, asks this whether a part of it is ready. False: a file could not be sent and waits for the
 * person, whom the check tells. Returns what ends it.
 */
export function checkFiles(isReady: () => boolean): () => void {
  checks.add(isReady)
  return () => void checks.delete(isReady)
}

export const filesAreUnderway = () => underway.size > 0

/** Waits until no file of a form on this page is being uploaded. False: one has failed, or waits for the person. */
export async function waitForFiles(): Promise<boolean> {
  let all = true
  while (underway.size > 0) all = (await Promise.all(underway)).every(Boolean) && all
  return all && [...checks].every((isReady) => isReady())
}
