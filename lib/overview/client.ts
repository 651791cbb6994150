import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { parseAsStringLiteral, type inferParserType } from 'nuqs/server'
import { checkoutKeys, statisticsKeys } from '../core/client/keys'
import { isDay, parseTextIf } from '../core/client/list-params'
import { queryString } from '../core/client/search-params'
import { api } from '../core/http'
import type { NotificationPage } from '../notifications/schema'
import { isPeriod, statisticsPeriods, statisticsSteps } from './choices'
import type {
  DemoPayment,
  DemoPaymentCreate,
  FirstSteps,
  FirstStepsChange,
  Statistics,
  StatisticsQuery,
  UnpaidCheckouts,
} from './schema'

export type StatisticsFilters = Partial<StatisticsQuery>

const path = (shop: string, ...rest: string[]): string =>
  `/api/shops/${[shop, ...rest].map(encodeURIComponent).join('/')}`

export const overviewParams = {
  period: parseAsStringLiteral(statisticsPeriods).withDefault('days30'),
  from: parseTextIf(isDay),
  to: parseTextIf(isDay),
  currency: parseTextIf((text) => /^[A-Z]{3}$/.test(text)),
  step: parseAsStringLiteral(statisticsSteps),
}
export type OverviewValues = inferParserType<typeof overviewParams>

/** Returns the query for an address. Replaces an invalid custom period with 30 days. */
export function statisticsFilters(values: OverviewValues, zone: string): StatisticsFilters {
  const { period, from, to, currency, step } = values
  const isCustom = period === 'custom' && from !== null && to !== null && isPeriod(from, to)
  return {
    ...(isCustom ? { period, from, to } : { period: period === 'custom' ? 'days30' : period }),
    zone,
    ...(currency ? { currency } : {}),
    ...(step ? { step } : {}),
  }
}

/**
 * Separate from the keys that live events invalidate: the page limits how often these refetch (use-live-figures.ts).
 */
const overviewKeys = {
  all: (shop: string) => ['overview', shop] as const,
  statistics: (shop: string) => [...overviewKeys.all(shop), 'statistics'] as const,
  latest: (shop: string) => [...overviewKeys.all(shop), 'latest'] as const,
  firstSteps: (shop: string) => [...overviewKeys.all(shop), 'first-steps'] as const,
}
export const overviewKey = overviewKeys.all

export const statisticsOptions = (shop: string, filters: StatisticsFilters) =>
  queryOptions({
    queryKey: [...overviewKeys.statistics(shop), filters],
    queryFn: ({ signal }) =>
      api<Statistics>(`${path(shop, 'statistics')}${queryString(filters)}`, { signal }),
    placeholderData: keepPreviousData,
  })

/** A value that changes with each live event about the overview. Makes no request. */
export const pulseOptions = (shop: string) =>
  queryOptions({
    queryKey: [...statisticsKeys.all(shop), 'pulse'],
    queryFn: () => performance.now(),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const latestQuery = {
  authenticity: ['network', 'credentials', 'signature'],
  limit: 8,
} as const

export const latestOptions = (shop: string) =>
  queryOptions({
    queryKey: overviewKeys.latest(shop),
    queryFn: ({ signal }) =>
      api<NotificationPage>(`${path(shop, 'notifications')}${queryString(latestQuery)}`, { signal }),
  })

export const unpaidCheckoutsOptions = (shop: string) =>
  queryOptions({
    queryKey: [...checkoutKeys.all(shop), 'unpaid'],
    queryFn: ({ signal }) => api<UnpaidCheckouts>(path(shop, 'statistics', 'unpaid-checkouts'), { signal }),
  })

export const firstStepsOptions = (shop: string) =>
  queryOptions({
    queryKey: overviewKeys.firstSteps(shop),
    queryFn: ({ signal }) => api<FirstSteps>(path(shop, 'first-steps'), { signal }),
  })

export const changeFirstSteps = (shop: string, body: FirstStepsChange) =>
  api<FirstSteps>(path(shop, 'first-steps'), { method: 'PUT', body })

export const payDemo = (shop: string, body: DemoPaymentCreate) =>
  api<DemoPayment>(path(shop, 'first-steps', 'demo-payment'), { method: 'POST', body })
