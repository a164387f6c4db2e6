/** Calls back in idle time. Safari has no idle callback; a short delay comes near it. */
export const whenIdle: (then: () => void) => unknown =
  globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 500))
