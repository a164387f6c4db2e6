import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { Reply } from '../../contract/endpoint.ts'
import { notifications } from '../../contract/notifications.ts'
import { useStreamIsUp } from '../live/state.ts'
import { call, query } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'

/** The interval of polling while the live stream is down. */
const POLL_MS = 60_000

export const notificationsQuery = query(notifications.list, {})

type Notifications = Reply<typeof notifications.list>

const usePolling = () => ({ ...notificationsQuery, refetchInterval: useStreamIsUp() ? (false as const) : POLL_MS })

export const useNotifications = () => useSuspenseQuery(usePolling()).data

/** For the bell, which shows nothing until the count has loaded. */
export const useUnreadCount = (): number =>
  useQuery({ ...usePolling(), select: (data) => data.unread_notifications }).data ?? 0

/** Marks all as read. The count goes to 0 at once, and comes back if the call fails. */
export const useReadAll = () =>
  useMutation({
    mutationFn: () => call(notifications.readAll, { params: {} }),
    async onMutate() {
      // A response under way is older than this and would bring the count back, so it starts again.
      const asked = queries.isFetching(notificationsQuery) > 0
      await queries.cancelQueries(notificationsQuery)
      change((kept) => ({ ...kept, unread_notifications: 0 }))
      return asked
    },
    onSettled(_answer, error, _form, asked) {
      if (error || asked) void queries.invalidateQueries(notificationsQuery)
    },
  })

function change(to: (kept: Notifications) => Notifications): void {
  queries.setQueryData<Notifications>(notificationsQuery.queryKey, (kept) => kept && to(kept))
}
