/** How many files a process reads or writes at a time; others wait. */
const AT_ONCE = 2

let going = 0
const waiting: (() => void)[] = []

/** Does the work when it is its turn. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (going < AT_ONCE) going++
  else await new Promise<void>((go) => waiting.push(go))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else going--
  }
}
