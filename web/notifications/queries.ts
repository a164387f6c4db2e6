import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { notifications } from '../../contract/notifications.ts'
import { useStreamIsUp } from '../live/state.ts'
import { call, query } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'

/** The interval of polling while the live stream is down. */
const POLL_MS = 60_000

export const notificationsQuery = query(notifications.list, {})
/** The number of unread notifications: all that a page shows until the list is opened. */
export const unreadQuery = query(notifications.unread, {})

const usePollMs = () => (useStreamIsUp() ? false : POLL_MS)

export const useNotifications = () => useSuspenseQuery({ ...notificationsQuery, refetchInterval: usePollMs() })

/** For the bell, which shows nothing until the count has loaded. */
export const useUnreadCount = (): number =>
  useQuery({ ...unreadQuery, refetchInterval: usePollMs() }).data?.unread_notifications ?? 0

/**
 * Marks all up to an instant as read. The count goes to 0 at once; it comes back if the call fails or more came
 * meanwhile.
 */
export const useReadAll = () =>
  useMutation({
    mutationFn: (until: string) => call(notifications.readAll, { params: {}, query: { until } }),
    async onMutate() {
      // A response under way is older than this and would bring the count back, so it starts again.
      const asked = queries.isFetching(unreadQuery) > 0
      await queries.cancelQueries(unreadQuery)
      queries.setQueryData(unreadQuery.queryKey, { unread_notifications: 0 })
      return asked
    },
    onSettled(answer, error, _until, asked) {
      const more = answer !== undefined && answer.unread_notifications > 0
      if (error || asked || more) void queries.invalidateQueries(unreadQuery)
      if (more) void queries.invalidateQueries(notificationsQuery)
    },
  })
