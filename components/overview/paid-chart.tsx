'use client'
import { useState } from 'react'
import { useTranslations, useLocale } from 'use-intl'
import { BarChart, type Bar } from '@/components/chart/bar-chart'
import { compact } from '@/components/chart/scale'
import { useMoney } from '@/components/money/use-money'
import { Card, Section } from '@/components/ui/card'
import { Choice } from '@/components/ui/choice'
import type { Statistics } from '@/lib/overview/schema'
import type { StatisticsStep } from '@/lib/overview/choices'
import { minorUnitExponent } from '@/lib/gateway/values/minor-units'
import { formatDate, formatDay, formatDistinctTime } from '@/lib/core/format/dates'
import type { Days } from '@/lib/overview/payments-of'
import { PaymentsLink, useOpenPayments } from './payments-link'

interface PaidChartProps {
  statistics: Statistics
  onStep: (step: StatisticsStep) => void
}

/** Charts the amount paid, with the previous period dashed, or shows it as a table. */
export function PaidChart({ statistics, onStep }: PaidChartProps) {
  const t = useTranslations('overview.chart')
  const [isTable, setIsTable] = useState(false)
  const { step, steps, zone, currency } = statistics
  const { bars, exponent } = useBars(statistics)
  const title = t(`title.${step}`)
  return (
    <Card>
      <Section
        title={title}
        sub={[currency, zone].filter(Boolean).join(', ')}
        actions={
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {steps.length > 1 && (
              <Choice
                label={t('step')}
                items={steps.map((id) => ({ id, label: t(`steps.${id}`) }))}
                value={step}
                onChange={onStep}
              />
            )}
            <Choice
              label={t('look')}
              items={[
                { id: 'chart', label: t('asChart') },
                { id: 'table', label: t('asTable') },
              ]}
              value={isTable ? 'table' : 'chart'}
              onChange={(id) => setIsTable(id === 'table')}
            />
          </div>
        }
      >
        {isTable ? (
          <SeriesTable statistics={statistics} label={title} />
        ) : (
          <>
            <BarChart
              // The key resets the scroll position, which starts at the end of a period.
              key={`${statistics.from} ${step}`}
              label={title}
              bars={bars}
              tickText={(value) => compact(value / 10 ** exponent)}
            />
            <p className="mt-1 text-end text-xs text-muted">{t('dashed')}</p>
          </>
        )}
      </Section>
    </Card>
  )
}

function useBars(statistics: Statistics): { bars: Bar[]; exponent: number } {
  const t = useTranslations('overview.chart')
  const { sumText, overrides } = useMoney()
  const name = useBarName(statistics)
  const openPayments = useOpenPayments()
  const { series, currency, step } = statistics
  const money = (amount: number) => sumText({ amount, currency }) ?? String(amount)
  const bars = series.map(({ at, paid, payments, before }, place) => ({
    id: at,
    value: paid,
    before: before?.paid ?? null,
    label: name(at, true),
    lines: [
      name(at),
      t('paid', { amount: money(paid), count: payments }),
      ...(before ? [t('paidBefore', { amount: money(before.paid), count: before.payments })] : []),
    ],
    open: payments > 0 ? () => openPayments(daysAt(statistics, place), hourOf(step, at)) : undefined,
  }))
  return { bars, exponent: currency ? minorUnitExponent(currency, overrides) : 0 }
}

/** Narrows the days of a bar to its hour. */
const hourOf = (step: StatisticsStep, at: string) => (step === 'hour' ? { hour: at } : {})

/** The days of a bar. */
const daysAt = (statistics: Statistics, place: number): Days => ({
  ...statistics,
  from: statistics.series[place]?.at ?? statistics.from,
  until: statistics.series[place + 1]?.at ?? statistics.until,
})

const cell = 'border-b px-2 py-1.5 num whitespace-nowrap first:ps-0 first:text-start last:pe-0'

function SeriesTable({ statistics, label }: { statistics: Statistics; label: string }) {
  const t = useTranslations('overview.chart')
  const { sumText } = useMoney()
  const name = useBarName(statistics)
  const { series, currency, step } = statistics
  const money = (amount: number) => sumText({ amount, currency }) ?? String(amount)
  return (
    <div className="max-h-72 overflow-auto" role="group" aria-label={label} tabIndex={0}>
      <table className="w-full text-md tabular-nums">
        <thead className="text-sm text-muted">
          <tr>
            {(['at', 'paidColumn', 'payments', 'failed', 'before'] as const).map((column) => (
              <th key={column} scope="col" className={`${cell} sticky top-0 bg-surface font-medium`}>
                {column === 'at' ? t(`steps.${step}`) : t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.map(({ at, paid, payments, failed, before }, place) => {
            const figure = (text: string | number, counted: 'paid' | 'failed', count: number) =>
              count > 0 ? (
                <PaymentsLink days={daysAt(statistics, place)} counted={counted} part={hourOf(step, at)}>
                  {text}
                </PaymentsLink>
              ) : (
                text
              )
            return (
              <tr key={at}>
                <th scope="row" className={`${cell} font-normal`}>
                  {name(at)}
                </th>
                <td className={cell}>{figure(money(paid), 'paid', payments)}</td>
                <td className={cell}>{figure(payments, 'paid', payments)}</td>
                <td className={cell}>{figure(failed, 'failed', failed)}</td>
                <td className={cell}>{before ? money(before.paid) : '–'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Returns a function that names an hour, a day or a week of the series. Short names fit beneath the chart. */
function useBarName({ zone, step, days, until }: Statistics) {
  const t = useTranslations('overview.chart')
  const locale = useLocale()
  const now = new Date(until)
  return (iso: string, isShort = false): string => {
    const at = new Date(iso)
    if (step === 'hour') {
      const time = formatDistinctTime(at, zone)
      return isShort && days === 1 ? time : `${formatDay(at, now, zone, locale)}, ${time}`
    }
    if (isShort) return formatDay(at, now, zone, locale)
    const day = formatDate(at, zone, locale)
    return step === 'week' ? t('weekOf', { day }) : day
  }
}
