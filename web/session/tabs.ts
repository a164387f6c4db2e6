import type { createBrowserRouter } from 'react-router'
import { users } from '../../contract/users.ts'
import { call, isPassing } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { sealTyped } from '../typed/session.ts'
import { me } from './queries.ts'
import { adoptToken, followSession } from './token.ts'

/** How soon a token that another tab keeps is asked about again, while the server does not answer. */
const AGAIN_MS = 5_000

const RECEIPT = '/receipt'

/** Where nobody needs to be signed in: what was begun there goes on. */
const isPublic = (pathname: string) => pathname === '/login' || pathname === RECEIPT

/** What this tab does when the session ends, and when another tab signs out or in. */
export function followTabs(router: ReturnType<typeof createBrowserRouter>): void {
  /** Whose screens were last on this tab. */
  let shown: string | undefined
  let asking: string | undefined

  followSession({
    ended() {
      void sealTyped()
      const { location, navigation } = router.state
      const { pathname, search } = location
      // Already there, or on the way, as after signing out; or where nobody needs to be signed in.
      if (isPublic(pathname) || navigation.location?.pathname === '/login') return
      shown = person()
      queries.clear()
      void router.navigate(`/login?${new URLSearchParams({ return_to: pathname + search })}`, { replace: true })
    },
    changed(token) {
      if (asking === token) return
      asking = token
      void ask(token)
    },
  })

  // The tab that was to do it may have been closed.
  void sealTyped()

  const person = () => queries.getQueryData(me.queryKey)?._id ?? shown

  /** Of the same person: this tab goes on with it. Of somebody else: nothing here is theirs. */
  async function ask(token: string): Promise<void> {
    try {
      const { _id } = await call(users.me, { params: {}, token })
      if (asking === token) settle(token, _id)
    } catch (error) {
      if (asking === token && isPassing(error)) return void setTimeout(ask, AGAIN_MS, token)
    }
    if (asking === token) asking = undefined
  }

  function settle(token: string, personId: string): void {
    const before = person()
    const { pathname } = router.state.location
    const atLogin = pathname === '/login'
    // What is kept in memory goes with the document, all of it.
    if (before && before !== personId) {
      // A receipt that is being verified is nobody's; this is asked again when the tab is next turned to.
      if (pathname !== RECEIPT) location.replace('/')
    } else if (before || isPublic(pathname)) {
      adoptToken(token)
      if (atLogin) void router.revalidate()
    } else location.reload()
  }
}
