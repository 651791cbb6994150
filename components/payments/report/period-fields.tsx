'use client'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useShopTimeZone } from '@/components/time/clock'
import { Button } from '@/components/ui/button'
import { Choice } from '@/components/ui/choice'
import { TextField } from '@/components/ui/fields/text-field'
import { useEarlyInput } from '@/components/ui/press/use-early-input'
import { dayIn } from '@/lib/core/format/dates'
import { isPeriod } from '@/lib/overview/choices'
import { reportSteps, type ReportStep } from '@/lib/payments/report-steps'

interface PeriodFieldsProps {
  from: string
  to: string
  by: ReportStep
  onChange: (change: { from?: string; to?: string; by?: ReportStep }) => void
}

/**
 * The days of a report, and what it adds up by. Usual periods are one press away. What was typed stays until it makes a
 * period, also when the days of the report arrive meanwhile.
 */
export function PeriodFields({ from, to, by, onChange }: PeriodFieldsProps) {
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
    // Another period, by Back for example. The first one only arrives.
    if (shown.from !== '' && shown.to !== '') setTyped({})
  } else if (isShown && Object.keys(typed).length > 0) setTyped({})
  const isWrong = days.from !== '' && days.to !== '' && !isPeriod(days.from, days.to)
  // Not where a day changes: the days of the report may arrive later, and both may change within one render.
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
