'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { api, NetworkError } from '@/lib/core/api/http'

const everyMs = 3000

/**
 * Returns what is unreachable: the storage, according to the server, or the server itself. Polls until it is back, then
 * calls `onBack`.
 */
export function useStorageWatch(onBack: () => void): 'storage' | 'network' | null {
  const { isError, error } = useQuery({
    queryKey: ['readiness'],
    queryFn: () => api('/api/health/ready'),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => state.status === 'error' && everyMs,
  })
  const wasAway = useRef(false)
  const back = useEffectEvent(onBack)
  useEffect(() => {
    if (wasAway.current && !isError) back()
    wasAway.current = isError
  }, [isError])
  if (!isError) return null
  return error instanceof NetworkError ? 'network' : 'storage'
}
