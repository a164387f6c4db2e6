import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '../i18n/index.ts'
import { toast } from '../ui/Toast.tsx'
import { isNotFound, isOffline } from './call.ts'

/**
 * For a screen with a single item: when it fails to load or does not exist, says so and returns to the list. Not after
 * a failed refresh: the cached item stays, unless staff took it from a `reader` meanwhile.
 */
export function useBackOnFailure(
  { error, isLoadingError, isRefetchError }: UseQueryResult<unknown>,
  list: string,
  { reader = false } = {},
): void {
  const { errors } = useText()
  const navigate = useNavigate()
  const isGone = reader && isRefetchError && isNotFound(error)
  useEffect(() => {
    if (!isLoadingError && !isGone) return
    toast(isGone ? errors.gone : isOffline(error) ? errors.offlineTitle : errors.serverTitle, 'wrong')
    void navigate(list, { replace: true, preventScrollReset: true })
  }, [isLoadingError, isGone, error, navigate, list, errors])
}
