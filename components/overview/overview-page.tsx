'use client'
import { useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { type ReactNode, useContext, useState, useEffect, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { QueryError, RefreshNotice } from '@/components/data-table/query-state'
import { PageHeader } from '@/components/frame/page-header'
import { useIsArchived, useMay } from '@/components/frame/use-may'
import { BehindNotice, CountingNotice, FiguresSince } from '@/components/payment-status/figure-notices'
import { ChosenTimeZone, ShopTimeZone } from '@/components/time/clock'
import { Card, Section } from '@/components/ui/card'
import { cx } from '@/components/ui/cx'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { localTimeZone } from '@/lib/core/format/dates'
import type { ShopDetail } from '@/lib/core/shop'
import { type StatisticsStep, zoneCookie } from '@/lib/overview/choices'
import {
  firstStepsOptions,
  overviewParams,
  statisticsFilters,
  statisticsOptions,
} from '@/lib/overview/client'
import type { Statistics } from '@/lib/overview/schema'
import { Figures } from './figures'
import { FirstSteps } from './first-steps'
import { LatestPayments } from './latest'
import { NeedsYou } from './needs-you/needs-you'
import { PaidChart } from './paid-chart'
import { PeriodBar } from './period-bar'
import { Brands, Countries, Reasons, TopProducts } from './shares'
import { NewDay, useLiveFigures } from './use-live-figures'
import { healthColours } from '@/components/frame/health'
import { useIsHydrated } from '@/components/ui/hydrated'
import { when } from '@/components/time/when'
import { dynamic } from '@/components/ui/dynamic'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import { gatewayHealthOptions } from '@/lib/shops/client'

interface OverviewPageProps {
  shop: Pick<ShopDetail, 'id' | 'mode' | 'notification_url' | 'connected_at'>
  /** The time zone of the figures, as known to the server. */
  zone: string
  alerts: ReactNode
}

/** The shop's home page: figures, what needs attention, and new payments. Figures need a permission. */
export function OverviewPage({ shop, zone, alerts }: OverviewPageProps) {
  const t = useTranslations('overview')
  const maySeeFigures = useMay('statistics.read')
  useLiveFigures(shop.id)
  if (maySeeFigures) return <WithFigures shop={shop} zone={zone} alerts={alerts} />
  return (
    <>
      <PageHeader title={t('title')} />
      <div className={columns}>
        <LatestPayments
          shop={shop.id}
          isSandbox={shop.mode === 'sandbox'}
          hasDemo={shop.mode === 'sandbox'}
        />
        <Aside shop={shop} hasSteps={false} />
      </div>
    </>
  )
}

const columns = 'grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_21rem]'

function WithFigures({ shop, zone: rendered, alerts }: OverviewPageProps) {
  const t = useTranslations('overview')
  const zone = useZone(rendered)
  const [asked, setAsked] = useQueryStates(overviewParams, { history: 'push' })
  const filters = statisticsFilters(asked, zone)
  const query = useQuery(statisticsOptions(shop.id, filters))
  const { data } = query
  const hasStepsFirst = useStepsFirst(shop.id)
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <PeriodBar
            period={filters.period ?? 'days30'}
            days={{ from: asked.from, to: asked.to }}
            onPeriod={(period, days) =>
              void setAsked({ period, from: days?.from ?? null, to: days?.to ?? null, step: null })
            }
            currency={data?.currency ?? null}
            currencies={data?.currencies ?? []}
            onCurrency={(currency) => void setAsked({ currency })}
          />
        }
      />
      <div className="mb-3.5 empty:hidden">{alerts}</div>
      {hasStepsFirst && (
        <div className="mb-3.5">
          <FirstSteps shop={shop} isFirst />
        </div>
      )}
      <NewDay shop={shop.id} zone={zone} />
      <RefreshNotice query={query} />
      {query.isError && !data && <QueryError query={query} title={t('figuresFailed')} />}
      {!data && !query.isError && <Loading />}
      {data && <FiguresSince shop={shop} from={data.before_from} />}
      {data && <BehindNotice behind={data.behind} />}
      {data && <CountingNotice counting={data.counting} />}
      <div
        aria-busy={query.isPlaceholderData}
        className={cx('grid gap-3.5', query.isPlaceholderData && 'opacity-60')}
      >
        {data && <Figures statistics={data} />}
        <div className={cx(columns, 'lg:grid-rows-[auto_1fr]')}>
          <div className="grid min-w-0 gap-3.5">
            {data && <Paid statistics={data} onStep={(step) => void setAsked({ step })} />}
            <LatestPayments
              shop={shop.id}
              isSandbox={shop.mode === 'sandbox'}
              hasDemo={shop.mode === 'sandbox' && !hasStepsFirst}
            />
          </div>
          <Aside shop={shop} statistics={data} hasSteps={!hasStepsFirst} />
          {data && data.currency !== null && (
            <div className="grid min-w-0 items-start gap-3.5 md:grid-cols-2 xl:grid-cols-3">
              <TopProducts shop={shop.id} statistics={data} />
              <Brands statistics={data} />
              <Countries statistics={data} />
            </div>
          )}
        </div>
      </div>
    </>
  )
}

function Paid({ statistics, onStep }: { statistics: Statistics; onStep: (step: StatisticsStep) => void }) {
  const t = useTranslations('overview')
  if (statistics.currency !== null) return <PaidChart statistics={statistics} onStep={onStep} />
  return (
    <Card>
      <EmptyState title={t('noPayments')}>{t('noPaymentsText')}</EmptyState>
    </Card>
  )
}

interface AsideProps extends Pick<OverviewPageProps, 'shop'> {
  statistics?: Statistics
  /** Whether to show the first steps. False if they are elsewhere on the page. */
  hasSteps: boolean
}

/** An archived shop has no open jobs, and its gateway is not called. */
function Aside({ shop, statistics, hasSteps }: AsideProps) {
  const mayWrite = useMay('products.write')
  const isArchived = useIsArchived()
  return (
    <div className="grid min-w-0 gap-3.5 lg:col-start-2 lg:row-span-2 lg:row-start-1">
      {!isArchived && <NeedsYou shop={shop.id} />}
      {statistics && statistics.currency !== null && <Reasons statistics={statistics} />}
      {!isArchived && <GatewayCard shop={shop.id} />}
      {mayWrite && hasSteps && <FirstSteps shop={shop} />}
    </div>
  )
}

/**
 * Puts the first steps before the figures until the first payment. They then stay first while the page is open: otherwise
 * the demo payment's button would vanish together with focus.
 */
function useStepsFirst(shop: string): boolean {
  const mayWrite = useMay('products.write')
  const { data } = useQuery({ ...firstStepsOptions(shop), enabled: mayWrite })
  const [wasNew] = useState(data?.steps.some(({ name, done }) => name === 'payment' && !done) ?? false)
  return mayWrite && wasNew && !data?.dismissed
}

function Loading() {
  return (
    <div aria-hidden className="mb-3.5 grid grid-cols-2 gap-3 xl:grid-cols-4">
      {['paid', 'payments', 'rate', 'average'].map((name) => (
        <Skeleton key={name} className="h-24 w-full" />
      ))}
    </div>
  )
}

const never = () => () => {}
const yearSeconds = 365 * 24 * 60 * 60

/**
 * Returns the shop's time zone, else the one that the viewer chose, else the browser's; during hydration the one that
 * the server used. A cookie gives the server the browser's, so that the next page renders the right days.
 */
function useZone(rendered: string): string {
  const browserZone = useSyncExternalStore(never, localTimeZone, () => rendered)
  const chosen = useContext(ChosenTimeZone)
  const zone = useContext(ShopTimeZone) ?? chosen ?? browserZone
  useEffect(() => {
    if (zone !== rendered)
      document.cookie = `${zoneCookie}=${zone}; path=/; max-age=${yearSeconds}; samesite=lax`
  }, [zone, rendered])
  return zone
}

/** Seldom needed, as are the names of all problems. */
const GatewayFailure = dynamic(lazyWithMessages(() => import('./gateway-failure')))

/** The machine's explanation, in a sentence. */
const asData = (text: string | null) => () => <bdi>{text}</bdi>

function GatewayCard({ shop }: { shop: string }) {
  const t = useTranslations('overview.gateway')
  const isHydrated = useIsHydrated()
  const { data } = useQuery(gatewayHealthOptions(shop))
  // The frame queries this too, so data may arrive before hydration and differ from the server's HTML.
  if (!isHydrated || !data) return null
  const { state, latency_ms: latency, checked_at: at, failure, request } = data
  return (
    <Card>
      <Section title={t('title')}>
        <p className="flex items-center gap-2 text-base">
          <span
            aria-hidden
            className={cx('size-2 shrink-0 forced-color-adjust-none rounded-full', healthColours[state])}
          />
          {state === 'ok' && latency !== null ? t('answered', { latency }) : t(state)}
        </p>
        {failure !== null && <GatewayFailure failure={failure} />}
        {at && (
          <p className="mt-1 text-sm wrap-anywhere text-muted">
            {t.rich('asked', { call: asData(request), when: when(at) })}
          </p>
        )}
      </Section>
    </Card>
  )
}
