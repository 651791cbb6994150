'use client'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import type { Route } from 'next'
import { useQueryStates } from 'nuqs'
import { useTranslations } from 'use-intl'
import { QueryError, RefreshNotice } from '@/components/data-table/query-state'
import { DownloadLink } from '@/components/dialogs/download-link'
import { PageHeader } from '@/components/frame/page-header'
import { useMoney } from '@/components/money/use-money'
import { BehindNotice, CountingNotice, FiguresSince } from '@/components/payment-status/figure-notices'
import { useShopTimeZone } from '@/components/time/clock'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { cx } from '@/components/ui/cx'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Skeleton } from '@/components/ui/skeleton'
import { visibleName } from '@/components/ui/text/visible-text'
import { queryString } from '@/lib/core/client/query-string'
import type { ShopDetail } from '@/lib/core/shop'
import { paymentReportOptions, paymentReportParams } from '@/lib/payments/client'
import type { PaymentReport } from '@/lib/payments/report'
import { ReportTable, usePeriodName } from './report-table'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Choice } from '@/components/ui/choice'
import { TextField } from '@/components/ui/fields/text-field'
import { useEarlyInput } from '@/components/ui/press/use-early-input'
import { dayIn } from '@/lib/core/format/dates'
import { isPeriod } from '@/lib/overview/choices'
import { reportSteps, type ReportStep } from '@/lib/payments/report-steps'

type ReportedShop = Pick<ShopDetail, 'id' | 'name' | 'mode' | 'connected_at'>

/** What was paid, refunded and charged back by day, week or month: on screen, on paper, as a file. */
export function ReportPage({ shop: connected }: { shop: ReportedShop }) {
  const shop = connected.id
  const t = useTranslations('paymentReport')
  const list = useTranslations('paymentList')
  const zone = useShopTimeZone()
  const [{ from, to, by }, setAsked] = useQueryStates(paymentReportParams, { history: 'push' })
  const asked = { ...(from !== null && to !== null && { from, to }), zone, by }
  const query = useQuery(paymentReportOptions(shop, asked))
  const { data } = query
  const address = queryString({ ...asked, bom: true })
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={t('title')}
          crumbs={[{ label: list('title'), href: `/shops/${shop}/payments` as Route }, { label: t('title') }]}
          actions={
            <>
              <Button icon={<Printer aria-hidden size={15} />} onPress={() => window.print()}>
                {t('print')}
              </Button>
              <DownloadLink
                address={`/api/shops/${shop}/payments/report/export${address}`}
                isProofNeeded={false}
                variant="secondary"
              >
                {t('download')}
              </DownloadLink>
            </>
          }
        />
      </div>
      {data && <PrintedTitle shop={connected} report={data} />}
      <PeriodFields
        from={from ?? data?.from ?? ''}
        to={to ?? data?.to ?? ''}
        by={by}
        onChange={(change) => void setAsked(change)}
      />
      <RefreshNotice query={query} />
      {query.isError && !data && <QueryError query={query} title={t('failed')} />}
      {query.isPending && <Skeleton className="h-64" />}
      {data && <FiguresSince shop={connected} from={data.from} zone={data.zone} />}
      {data && <BehindNotice behind={data.behind} />}
      {data && <Sums shop={shop} report={data} isEarlier={query.isPlaceholderData} />}
    </>
  )
}

/** On paper, in place of the header and of the fields. */
function PrintedTitle({ shop, report }: { shop: ReportedShop; report: PaymentReport }) {
  const t = useTranslations()
  const name = usePeriodName()
  const mode = shop.mode === 'live' ? [] : [t(`frame.shopMode.${shop.mode}`)]
  return (
    <div className="mb-3.5 hidden print:block">
      <p className="text-xl font-semibold">{t('paymentReport.title')}</p>
      <p className="wrap-anywhere">{[visibleName(shop.name), ...mode, name(report, 'day')].join(' · ')}</p>
    </div>
  )
}

interface SumsProps {
  shop: string
  report: PaymentReport
  /** It is for other days than the requested ones, which are being read. */
  isEarlier: boolean
}

function Sums({ shop, report, isEarlier }: SumsProps) {
  const t = useTranslations('paymentReport')
  const { amountText } = useMoney()
  return (
    <div aria-busy={isEarlier} className={cx('grid grid-cols-1 gap-3.5', isEarlier && 'opacity-60')}>
      <CountingNotice counting={report.counting} />
      {report.currencies.length === 0 && (
        <Card>
          <EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>
        </Card>
      )}
      {report.currencies.map((sums) => (
        <ReportTable key={sums.currency} report={report} sums={sums} />
      ))}
      {report.tests.map(({ currency, payments, paid }) => (
        <p key={currency} className="text-md text-muted">
          <Link
            href={
              `/shops/${shop}/payments${queryString({ test: true, received: true, currency: [currency], day_from: report.from, day_to: report.to, zone: report.zone })}` as Route
            }
            className="underline underline-offset-2"
          >
            {t('tests', { count: payments, amount: amountText({ amount: BigInt(paid), currency }) ?? paid })}
          </Link>
        </p>
      ))}
      {report.from_statements.map(({ currency, payments, paid }) => (
        <p key={currency} className="text-md text-muted">
          <Link
            href={
              `/shops/${shop}/payments${queryString({ counted: 'paid', evidence: ['statement'], currency: [currency], day_from: report.from, day_to: report.to, zone: report.zone })}` as Route
            }
            className="underline underline-offset-2"
          >
            {t('fromStatements', {
              count: payments,
              amount: amountText({ amount: BigInt(paid), currency }) ?? paid,
            })}
          </Link>
        </p>
      ))}
      {report.fees.map(({ currency, rows, amount }) => (
        <p key={currency} className="text-md text-muted">
          {t('fees', { count: rows, amount: amountText({ amount: BigInt(amount), currency }) ?? amount })}
        </p>
      ))}
      <p className="text-md text-muted">{t('zone', { zone: report.zone })}</p>
    </div>
  )
}

interface PeriodFieldsProps {
  from: string
  to: string
  by: ReportStep
  onChange: (change: { from?: string; to?: string; by?: ReportStep }) => void
}

/**
 * The days of a report, and what it adds up by. Usual periods are one press away. Typed text stays until it makes a
 * period, even when the days of the report arrive meanwhile.
 */
function PeriodFields({ from, to, by, onChange }: PeriodFieldsProps) {
  const t = useTranslations('paymentReport')
  const zone = useShopTimeZone()
  const [typed, setTyped] = useState<Partial<Days>>({})
  const group = useRef<HTMLDivElement>(null)
  useEarlyInput(group)
  const days = { from, to, ...typed }
  const isShown = days.from === from && days.to === to
  const [shown, setShown] = useState({ from, to })
  if (shown.from !== from || shown.to !== to) {
    setShown({ from, to })
    // The report is for other days now, for example after Back. Its first days do not replace typed text.
    if (shown.from !== '' && shown.to !== '') setTyped({})
  } else if (isShown && Object.keys(typed).length > 0) setTyped({})
  const isWrong = days.from !== '' && days.to !== '' && !isPeriod(days.from, days.to)
  // In an effect, not when a day is typed: the report's days may arrive later, and both days may change in one render.
  const choose = useEffectEvent(() => {
    if (!isShown && isPeriod(days.from, days.to)) onChange(days)
  })
  useEffect(() => choose(), [days.from, days.to])
  const change = (part: Partial<Days>) => setTyped((before) => ({ ...before, ...part }))
  return (
    <div
      ref={group}
      role="group"
      aria-label={t('period')}
      className="mb-3.5 flex flex-wrap items-end gap-x-3 gap-y-2 print:hidden"
    >
      <TextField
        type="date"
        label={t('from')}
        value={days.from}
        onChange={(value) => change({ from: value })}
      />
      <TextField
        type="date"
        label={t('to')}
        value={days.to}
        onChange={(value) => change({ to: value })}
        error={isWrong ? t('wrongDays') : undefined}
      />
      <div role="group" aria-label={t('presets')} className="flex flex-wrap gap-1.5">
        {(['thisMonth', 'lastMonth', 'thisYear', 'lastYear'] as const).map((name) => (
          <Button key={name} size="sm" onPress={() => change(usualPeriods(zone)[name])}>
            {t(name)}
          </Button>
        ))}
      </div>
      <Choice
        label={t('by')}
        items={reportSteps.map((id) => ({ id, label: t(`steps.${id}`) }))}
        value={by}
        onChange={(next) => onChange({ by: next })}
      />
    </div>
  )
}

type Days = { from: string; to: string }

/** Periods that end today or before, in the time zone of the report. */
function usualPeriods(zone: string): Record<'thisMonth' | 'lastMonth' | 'thisYear' | 'lastYear', Days> {
  const today = dayIn(new Date(), zone)
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const day = (inYear: number, inMonth: number, date: number) =>
    new Date(Date.UTC(inYear, inMonth - 1, date)).toISOString().slice(0, 10)
  return {
    thisMonth: { from: day(year, month, 1), to: today },
    lastMonth: { from: day(year, month - 1, 1), to: day(year, month, 0) },
    thisYear: { from: day(year, 1, 1), to: today },
    lastYear: { from: day(year - 1, 1, 1), to: day(year - 1, 12, 31) },
  }
}
