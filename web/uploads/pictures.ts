/* Pictures that are being uploaded into a text. A text that is sent before they arrive would go without them. */

const underway = new Set<Promise<boolean>>()

/** Follows an upload; the promise tells whether the picture gets into its text. */
export function followPicture(inText: Promise<boolean>): void {
  underway.add(inText)
  void inText.finally(() => underway.delete(inText))
}

export const picturesAreUnderway = () => underway.size > 0

/** Waits until no picture of this page is being uploaded. False: one has failed. */
export async function waitForPictures(): Promise<boolean> {
  let all = true
  while (underway.size > 0) all = (await Promise.all(underway)).every(Boolean) && all
  return all
}
