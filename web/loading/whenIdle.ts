/** Calls back while there is nothing else to do. Safari has no such hour of leisure; a while later is near it. */
export const whenIdle: (then: () => void) => unknown =
  globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 500))
