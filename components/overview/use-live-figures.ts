'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { overviewKey, pulseOptions } from '@/lib/overview/client'

/** However many payments come, the page asks no more often than this. */
const atMostEveryMs = 3_000

/**
 * Has the overview ask again when something happened: at once where it was quiet, and under load once every few seconds,
 * the last time after the last event. (A question that is asked anew with each event is never answered.)
 */
export function useLiveFigures(shop: string): void {
  const client = useQueryClient()
  const { data: pulse } = useQuery(pulseOptions(shop))
  const known = useRef<number>(undefined)
  const asked = useRef(Number.NEGATIVE_INFINITY)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const isFirst = known.current === undefined
    known.current = pulse
    if (isFirst || timer.current !== undefined) return
    const ask = () => {
      timer.current = undefined
      asked.current = performance.now()
      void client.invalidateQueries({ queryKey: overviewKey(shop) })
    }
    timer.current = setTimeout(ask, Math.max(0, asked.current + atMostEveryMs - performance.now()))
  }, [client, pulse, shop])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}
