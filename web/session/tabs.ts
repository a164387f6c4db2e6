import type { createBrowserRouter } from 'react-router'
import { users } from '../../contract/users.ts'
import { call, isTransient } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { sealTyped } from '../typed/session.ts'
import { me } from './queries.ts'
import { adoptToken, followSession } from './token.ts'

/** The pause before a retry of the check of another tab's token, while the server does not answer. */
const AGAIN_MS = 5_000

const RECEIPT = '/receipt'

/** Screens that need no session: work on them continues. */
const isPublic = (pathname: string) => pathname === '/login' || pathname === RECEIPT

/** What this tab does when the session ends, and when another tab signs out or in. */
export function followTabs(router: ReturnType<typeof createBrowserRouter>): void {
  /** The person whose screens this tab showed last. */
  let shown: string | undefined
  let asking: string | undefined

  followSession({
    ended() {
      void sealTyped()
      const { location, navigation } = router.state
      const { pathname, search } = location
      // Already there or on the way, as after signing out; or on a screen that needs no session.
      if (isPublic(pathname) || navigation.location?.pathname === '/login') return
      shown = person()
      void router.navigate(`/login?${new URLSearchParams({ return_to: pathname + search })}`, { replace: true })
    },
    changed(token) {
      if (asking === token) return
      asking = token
      void ask(token)
    },
  })

  // The tab responsible for it may have been closed.
  void sealTyped()

  const person = () => queries.getQueryData(me.queryKey)?._id ?? shown

  /** The same person: this tab continues with the token. Someone else: nothing here is theirs. */
  async function ask(token: string): Promise<void> {
    try {
      const { _id } = await call(users.me, { params: {}, token })
      if (asking === token) settle(token, _id)
    } catch (error) {
      if (asking === token && isTransient(error)) return void setTimeout(ask, AGAIN_MS, token)
    }
    if (asking === token) asking = undefined
  }

  function settle(token: string, personId: string): void {
    const before = person()
    const { pathname } = router.state.location
    const atLogin = pathname === '/login'
    // A new document clears everything in memory.
    if (before && before !== personId) {
      // A receipt being verified belongs to nobody; this check runs again when the tab is next visible.
      if (pathname !== RECEIPT) location.replace('/')
    } else if (before || isPublic(pathname)) {
      adoptToken(token)
      if (atLogin) void router.revalidate()
    } else location.reload()
  }
}
