import type { DataRouter } from 'react-router'
import { queries } from './queryClient.ts'

/*
 * What has come by the time the product can draw is drawn at once. A placeholder before it would be gone before anybody
 * saw it, and costs a slow processor as much as the screen itself.
 */

/** In ms; after that the placeholders show that something is on its way. */
const SOON = 300

/** Whether it came in time. */
export const soon = (what: Promise<void>): Promise<boolean> =>
  Promise.race([what.then(() => true), new Promise<boolean>((done) => setTimeout(done, SOON, false))])

/** The code of the first screen is there, and nothing that it asked for is still on its way. */
export async function firstAnswers(router: DataRouter): Promise<void> {
  await new Promise<void>((done) => {
    if (router.state.initialized) return done()
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      done()
    })
  })
  await new Promise<void>((done) => {
    if (queries.isFetching() === 0) return done()
    const stop = queries.getQueryCache().subscribe(() => {
      if (queries.isFetching() > 0) return
      stop()
      done()
    })
  })
}
