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

export const filesAreUnderway = () => underway.size > 0

/** Waits until no file of a form on this page is being uploaded. False: one has failed. */
export async function waitForFiles(): Promise<boolean> {
  let all = true
  while (underway.size > 0) all = (await Promise.all(underway)).every(Boolean) && all
  return all
}
