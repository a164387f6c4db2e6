/* Pictures that are on their way into a text. What is sent before they are there would go without them. */

const underway = new Set<Promise<boolean>>()

/** Follows a picture until it is in its text, or has failed: the promise says which. */
export function followPicture(inText: Promise<boolean>): void {
  underway.add(inText)
  void inText.finally(() => underway.delete(inText))
}

/** Waits until no picture of this page is on its way. False: one has failed. */
export async function picturesArrive(): Promise<boolean> {
  let all = true
  while (underway.size > 0) all = (await Promise.all(underway)).every(Boolean) && all
  return all
}
