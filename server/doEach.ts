/**
 * Does `work` for each item, and returns for how many it was done. One that fails does not keep the others back: the
 * first error is thrown after them.
 */
export async function doEach<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<boolean>,
): Promise<number> {
  let done = 0
  const failures: unknown[] = []
  for await (const item of items) {
    try {
      if (await work(item)) done += 1
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return done
}
