'use client'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import type { Route } from 'next'
import { useQueryStates } from 'nuqs'
import { useTranslations } from 'use-intl'
import { QueryError } from '@/components/data-table/query-state'
import { DownloadLink } from '@/components/dialogs/download-link'
import { PageHeader } from '@/components/frame/page-header'
import { useMoney } from '@/components/money/use-money'
import { BehindNotice } from '@/components/payment-status/behind-notice'
import { useShopTimeZone } from '@/components/time/clock'
import { FiguresSince } from '@/components/time/figures-since'
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
import { PeriodFields } from './period-fields'
import { ReportTable, usePeriodName } from './report-table'

type ReportedShop = Pick<ShopDetail, 'id' | 'name' | 'mode' | 'connected_at'>

/** What was paid and returned by day, week or month: on screen, on paper, as a file. */
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
                needsProof={false}
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
  /** It is of other days than those asked for, which are being read. */
  isEarlier: boolean
}

function Sums({ shop, report, isEarlier }: SumsProps) {
  const t = useTranslations('paymentReport')
  const { amountText } = useMoney()
  return (
    <div aria-busy={isEarlier} className={cx('grid grid-cols-1 gap-3.5', isEarlier && 'opacity-60')}>
      {report.counting && (
        <p role="status" className="rounded-md bg-info-weak px-3 py-2 text-md text-info">
          {t('counting')}
        </p>
      )}
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
          {t('tests', { count: payments, amount: amountText({ amount: BigInt(paid), currency }) ?? paid })}
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
