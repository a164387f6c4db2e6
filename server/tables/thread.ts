import { Worker } from 'node:worker_threads'

/** In MB: far more than a table within the bounds takes. */
const MEMORY = 512
/** With what Node.js keeps of the code that it compiled, a thread starts in half the time. */
const { NODE_COMPILE_CACHE } = process.env

/** Starts a thread of its own for one file, without the rest of the environment. */
export const startThread = (script: URL, workerData: object) =>
  new Worker(script, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    env: NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {},
  })
