import { Worker } from 'node:worker_threads'

/** In MB: far more than a table within the bounds takes. */
const MEMORY = 512
/** Node.js's cache of compiled code halves the start of a thread. */
const { NODE_COMPILE_CACHE } = process.env

/** Starts a thread for one file, without the rest of the environment. */
export const startThread = (script: URL, workerData: object) =>
  new Worker(script, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    env: NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {},
  })
