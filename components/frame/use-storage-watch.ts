'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { api } from '@/lib/core/http'

const everyMs = 3000

/** Returns whether the server reports that it is not ready. Polls until it is, then calls `onBack`. */
export function useStorageWatch(onBack: () => void): boolean {
  const { isError } = useQuery({
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
  return isError
}
