'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useClock } from '@/components/time/clock'
import { dayIn } from '@/lib/core/format/dates'
import { overviewKey, pulseOptions } from '@/lib/overview/client'

const atMostEveryMs = 3_000

/**
 * Refetches the overview after events: at once if it was quiet, otherwise at most once per interval, and once after the
 * last event. Refetching on every event would cancel each request before its answer.
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

/**
 * Refetches the overview when a day begins in the zone: until the first event of the day, “Today” would be the day before.
 * Renders nothing, so that the clock does not render the page.
 */
export function NewDay({ shop, zone }: { shop: string; zone: string }): null {
  const client = useQueryClient()
  const today = dayIn(useClock(), zone)
  const known = useRef(today)
  useEffect(() => {
    if (known.current === today) return
    known.current = today
    void client.invalidateQueries({ queryKey: overviewKey(shop) })
  }, [client, shop, today])
  return null
}
