import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '../i18n/index.ts'
import { toast } from '../ui/Toast.tsx'
import { isOffline } from './call.ts'

/**
 * For a screen with a single item: when it fails to load or does not exist, says so and returns to the list. Not after
 * a failed refresh: the cached item stays.
 */
export function useBackOnFailure({ error, isLoadingError }: UseQueryResult<unknown>, list: string): void {
  const { errors } = useText()
  const navigate = useNavigate()
  useEffect(() => {
    if (!isLoadingError) return
    toast(isOffline(error) ? errors.offlineTitle : errors.serverTitle, 'wrong')
    void navigate(list, { replace: true, preventScrollReset: true })
  }, [isLoadingError, error, navigate, list, errors])
}
