'use client'
import type { Route } from 'next'
import { useParams } from 'next/navigation'
import { useLocale, useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { Card, Section } from '@/components/ui/card'
import { Link } from '@/components/ui/link'
import { queryString } from '@/lib/core/client/query-string'
import { formatDistinctDateTime, formatDistinctTime } from '@/lib/core/format/dates'
import { languages } from '@/lib/core/i18n/locales'
import type { PaymentReport, ReportRow, ReportSums } from '@/lib/payments/report'
import type { CountedAs } from '@/lib/payments/state'

interface ReportTableProps {
  report: PaymentReport
  sums: PaymentReport['currencies'][number]
}

const cell = 'border-b px-2 py-1.5 num whitespace-nowrap first:ps-0 first:text-start last:pe-0 print:px-1'
/** On paper, which is narrow, all cells but those of sums may take two lines. */
const folds = 'print:whitespace-normal'

/** One currency's rows and their total. Each figure leads to the payments that make it up. */
export function ReportTable({ report, sums }: ReportTableProps) {
  const { currency, rows, total, first_at: first, last_at: last } = sums
  const t = useTranslations('paymentReport')
  const caption = t('caption', { currency, step: report.by })
  return (
    <Card>
      <Section title={caption}>
        <div
          className="overflow-x-auto print:overflow-visible"
          role="group"
          aria-label={caption}
          tabIndex={0}
        >
          <table className="w-full text-md tabular-nums print:text-xs">
            <thead className="text-sm text-muted print:text-xs">
              <tr>
                {(
                  [
                    'period',
                    'payments',
                    'paid',
                    'failed',
                    'refunded',
                    'charged_back',
                    'net',
                    'first_at',
                    'last_at',
                  ] as const
                ).map((column) => (
                  <th key={column} scope="col" className={`${cell} ${folds} font-medium`}>
                    {t(`columns.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.from} row={row} report={report} currency={currency} />
              ))}
            </tbody>
            <tfoot className="font-medium">
              <Row
                row={{ ...total, from: report.from, to: report.to, first_at: first, last_at: last }}
                isTotal
                report={report}
                currency={currency}
              />
            </tfoot>
          </table>
        </div>
      </Section>
    </Card>
  )
}

interface RowProps {
  row: ReportRow
  isTotal?: boolean
  report: PaymentReport
  currency: string
}

function Row({ row, isTotal = false, report, currency }: RowProps) {
  const t = useTranslations('paymentReport')
  const { amountText } = useMoney()
  const name = usePeriodName()
  const { shop } = useParams<{ shop: string }>()
  const locale = useLocale()
  const time = (at: string | null) => {
    if (at === null) return '–'
    const isOneDay = row.from === row.to
    return (isOneDay ? formatDistinctTime : formatDistinctDateTime)(new Date(at), report.zone, locale)
  }
  const money = (text: string) => amountText({ amount: BigInt(text), currency }) ?? text
  const query = (counted: CountedAs) =>
    queryString({ counted, currency, day_from: row.from, day_to: row.to, zone: report.zone })
  const figure = (counted: CountedAs, count: number, text: string) =>
    count === 0 ? (
      '–'
    ) : (
      <Link
        href={`/shops/${shop}/payments${query(counted)}` as Route}
        className="underline-offset-4 hover:underline"
      >
        {text}
      </Link>
    )
  const returned = (counted: CountedAs, count: keyof ReportSums, amount: string) =>
    figure(counted, Number(row[count]), t('times', { amount: money(amount), count: row[count] }))
  return (
    <tr>
      <th scope="row" className={`${cell} ${folds} ${isTotal ? '' : 'font-normal'}`}>
        {isTotal ? t('total') : name(row, report.by)}
      </th>
      <td className={cell}>{figure('paid', row.payments, String(row.payments))}</td>
      <td className={cell}>{row.payments === 0 ? '–' : money(row.paid)}</td>
      <td className={cell}>{figure('failed', row.failed, String(row.failed))}</td>
      <td className={`${cell} ${folds}`}>{returned('refunded', 'refunds', row.refunded)}</td>
      <td className={`${cell} ${folds}`}>{returned('charged_back', 'chargebacks', row.charged_back)}</td>
      <td className={cell}>{money(row.net)}</td>
      <td className={`${cell} ${folds}`}>{time(row.first_at)}</td>
      <td className={`${cell} ${folds}`}>{time(row.last_at)}</td>
    </tr>
  )
}

/** "2 Nov 2026", "2 – 8 Nov 2026", "November 2026", or the days of a month that is cut by the period. */
export function usePeriodName() {
  const locale = useLocale()
  const at = (day: string) => new Date(`${day}T00:00Z`)
  const days = new Intl.DateTimeFormat(languages[locale].format, {
    dateStyle: 'medium',
    timeZone: 'UTC',
  })
  const months = new Intl.DateTimeFormat(languages[locale].format, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return ({ from, to }: Pick<ReportRow, 'from' | 'to'>, by: PaymentReport['by']): string => {
    const isWholeMonth = from.endsWith('-01') && nextDay(to).endsWith('-01')
    if (by === 'month' && isWholeMonth) return months.format(at(from))
    return from === to ? days.format(at(from)) : days.formatRange(at(from), at(to))
  }
}

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00Z`) + 86_400_000).toISOString().slice(0, 10)
