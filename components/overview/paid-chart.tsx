'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { BarChart, type Bar } from '@/components/chart/bar-chart'
import { compact } from '@/components/chart/scale'
import { useMoney } from '@/components/money/use-money'
import { Card, Section } from '@/components/ui/card'
import { cx } from '@/components/ui/cx'
import type { Statistics } from '@/lib/overview/schema'
import type { StatisticsStep } from '@/lib/overview/choices'
import { minorUnitExponent } from '@/lib/gateway/minor-units'
import { SeriesTable } from './series-table'
import { useBarName } from './use-bar-name'

interface PaidChartProps {
  statistics: Statistics
  onStep: (step: StatisticsStep) => void
}

/** What was paid over the period, with the one before dashed behind it; or the same as a table. */
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
              // A new period begins at its end.
              key={`${statistics.from} ${step}`}
              label={title}
              bars={bars}
              tickText={(value) => compact(value / 10 ** exponent)}
            />
            <p className="mt-1 text-right text-xs text-muted">{t('dashed')}</p>
          </>
        )}
      </Section>
    </Card>
  )
}

function useBars(statistics: Statistics): { bars: Bar[]; exponent: number } {
  const t = useTranslations('overview.chart')
  const { amountText, overrides } = useMoney()
  const name = useBarName(statistics)
  const { series, currency } = statistics
  const money = (amount: number) => amountText({ amount, currency }) ?? String(amount)
  const bars = series.map(({ at, paid, payments, before }) => ({
    id: at,
    value: paid,
    before: before?.paid ?? null,
    label: name(at, true),
    lines: [
      name(at),
      t('paid', { amount: money(paid), count: payments }),
      ...(before ? [t('paidBefore', { amount: money(before.paid), count: before.payments })] : []),
    ],
  }))
  return { bars, exponent: currency ? minorUnitExponent(currency, overrides) : 0 }
}

interface ChoiceProps<Id extends string> {
  label: string
  items: readonly { id: Id; label: string }[]
  value: Id
  onChange: (id: Id) => void
}

/** One of two or three, all seen. */
function Choice<Id extends string>({ label, items, value, onChange }: ChoiceProps<Id>) {
  return (
    <div role="group" aria-label={label} className="inline-flex rounded-sm border bg-sunken p-0.5">
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          aria-pressed={item.id === value}
          onClick={() => onChange(item.id)}
          className={cx(
            'min-h-6 rounded-xs px-2 text-sm',
            item.id === value ? 'bg-surface font-medium shadow-card' : 'text-muted hover:text-text',
          )}
        >
          {item.label}
        </button>
      ))}
    </div>
  )
}
