import { queryOptions } from '@tanstack/react-query'
import { api } from '../core/http'
import type { Retention, RetentionChange, RetentionEffect } from './retention'

const path = (shop: string) => `/api/shops/${encodeURIComponent(shop)}/retention`
const retentionKey = (shop: string) => ['retention', shop] as const

export const retentionOptions = (shop: string) =>
  queryOptions({
    queryKey: [...retentionKey(shop), 'setting'],
    queryFn: ({ signal }) => api<Retention>(path(shop), { signal }),
  })

/** Counts the customers that a retention of `months` would anonymise now. Never cached. */
export const retentionEffectOptions = (shop: string, months: number) =>
  queryOptions({
    queryKey: [...retentionKey(shop), 'effect', months],
    queryFn: ({ signal }) => api<RetentionEffect>(`${path(shop)}/effect?months=${months}`, { signal }),
    staleTime: 0,
  })

export const changeRetention = (shop: string, body: RetentionChange) =>
  api<Retention>(path(shop), { method: 'PUT', body })
