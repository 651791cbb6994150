import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { parseAsStringLiteral, type inferParserType } from 'nuqs/server'
import { checkoutKeys, statisticsKeys } from '../core/client/keys'
import { isDay, parseTextIf } from '../core/client/list-params'
import { shopApi, shopQuery } from '../core/client/shop-api'
import type { PaymentApi } from '../payments/api'
import type { OverviewApi } from './api'
import { isPeriod, statisticsPeriods, statisticsSteps } from './choices'
import type { DemoPaymentCreate, FirstStepsChange, StatisticsQuery } from './schema'

const call = shopApi<OverviewApi>()
const queryOf = shopQuery<OverviewApi>()
const callPayments = shopApi<PaymentApi>()

type StatisticsFilters = Partial<StatisticsQuery>

export const overviewParams = {
  period: parseAsStringLiteral(statisticsPeriods).withDefault('days30'),
  from: parseTextIf(isDay),
  to: parseTextIf(isDay),
  currency: parseTextIf((text) => /^[A-Z]{3}$/.test(text)),
  step: parseAsStringLiteral(statisticsSteps),
}
type OverviewValues = inferParserType<typeof overviewParams>

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
    queryFn: ({ signal }) => call('GET /statistics', { shop, query: filters, signal }),
    placeholderData: keepPreviousData,
  })

/** A value that changes with each live event about the overview. Makes no request. */
export const pulseOptions = (shop: string) =>
  queryOptions({
    queryKey: [...statisticsKeys.all(shop), 'pulse'],
    queryFn: () => performance.now(),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const latestQuery = { limit: 8 }

export const latestOptions = (shop: string) =>
  queryOptions({
    queryKey: overviewKeys.latest(shop),
    queryFn: ({ signal }) => callPayments('GET /payments', { shop, query: latestQuery, signal }),
  })

export const unpaidCheckoutsOptions = queryOf('GET /statistics/unpaid-checkouts', (shop) => [
  ...checkoutKeys.all(shop),
  'unpaid',
])

export const firstStepsOptions = queryOf('GET /first-steps', overviewKeys.firstSteps)

export const changeFirstSteps = (shop: string, body: FirstStepsChange) =>
  call('PUT /first-steps', { shop, body })

export const payDemo = (shop: string, body: DemoPaymentCreate) =>
  call('POST /first-steps/demo-payment', { shop, body })
