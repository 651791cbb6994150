'use client'
import { ChevronDown } from 'lucide-react'
import { dynamic } from '@/components/ui/dynamic'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { LazyMenu } from '@/components/ui/overlays/lazy-menu'
import { statisticsPeriods, type StatisticsPeriod } from '@/lib/overview/choices'
import { formatDate } from '@/lib/core/format/dates'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const loadMenu = lazyWithMessages(() => import('../data-table/filter-menu'))
const DaysDialog = dynamic(lazyWithMessages(() => import('./days-dialog')))

const chip =
  'inline-flex min-h-7 max-w-64 items-center gap-1.5 rounded-full border border-border-strong bg-surface px-3 text-sm font-medium hover:bg-sunken max-md:min-h-8'

interface Days {
  from: string | null
  to: string | null
}

interface PeriodBarProps {
  period: StatisticsPeriod
  days: Days
  onPeriod: (period: StatisticsPeriod, days?: Days) => void
  currency: string | null
  currencies: readonly string[]
  onCurrency: (currency: string) => void
}

export function PeriodBar({ period, days, onPeriod, currency, currencies, onCurrency }: PeriodBarProps) {
  const t = useTranslations('overview.period')
  const [isChoosing, setIsChoosing] = useState(false)
  const name = useName(period, days)
  const choose = (next: string | undefined) => {
    const pressed = pressedPeriod(next, period)
    if (pressed === 'custom') setIsChoosing(true)
    else if (pressed !== period) onPeriod(pressed)
  }
  return (
    <div role="group" aria-label={t('label')} className="flex flex-wrap items-center gap-2">
      <Chip
        label={t('period')}
        text={name}
        options={statisticsPeriods.map((value) => ({
          value,
          label: t(value === 'custom' ? 'choose' : value),
        }))}
        selected={period}
        onChange={choose}
      />
      {currencies.length > 1 && currency !== null && (
        <Chip
          label={t('currency')}
          text={currency}
          options={currencies.map((value) => ({ value, label: value }))}
          selected={currency}
          onChange={(next) => next !== undefined && onCurrency(next)}
        />
      )}
      {isChoosing && (
        <DaysDialog
          from={days.from}
          to={days.to}
          onClose={() => setIsChoosing(false)}
          onChoose={(chosen) => onPeriod('custom', chosen)}
        />
      )}
    </div>
  )
}

/** Returns the period that was pressed in the menu. The menu reports none if it is the one that is `shown`. */
export const pressedPeriod = (chosen: string | undefined, shown: StatisticsPeriod): StatisticsPeriod =>
  statisticsPeriods.find((one) => one === chosen) ?? shown

function useName(period: StatisticsPeriod, { from, to }: Days): string {
  const t = useTranslations('overview.period')
  const locale = useLocale()
  const day = (text: string) => formatDate(new Date(`${text}T00:00Z`), 'UTC', locale)
  if (period !== 'custom' || from === null || to === null) return t(period)
  return from === to ? day(from) : t('between', { from: day(from), to: day(to) })
}

interface ChipProps {
  label: string
  text: string
  options: readonly { value: string; label: string }[]
  selected: string
  onChange: (value: string | undefined) => void
}

function Chip({ label, text, options, selected, onChange }: ChipProps) {
  const filter = {
    id: label,
    label,
    options,
    selected: [selected],
    onChange: ([value]: readonly string[]) => onChange(value),
  }
  return (
    <LazyMenu
      load={loadMenu}
      menu={{ label, filters: [filter] }}
      aria-label={`${label}: ${text}`}
      className={chip}
    >
      <span className="truncate">{text}</span>
      <ChevronDown aria-hidden size={13} className="shrink-0 text-muted" />
    </LazyMenu>
  )
}
