import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '../i18n/index.ts'
import { toast } from '../ui/Toast.tsx'
import { isOffline } from './call.ts'

/**
 * Of a screen that shows one thing: whatever is wrong with that, missing or unreadable, it is said, and the list is there
 * again. Not after a refresh that failed: what is there to read stays.
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
