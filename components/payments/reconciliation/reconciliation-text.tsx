'use client'
import { useLocale, useTranslations } from 'use-intl'
import { Badge, type Tone } from '@/components/ui/text/badge'
import { languages } from '@/lib/core/i18n/locales'
import type { Reconciliation } from '@/lib/payments/reconciliation/reconciliation'
import { isWorking, type ReconciliationState } from '@/lib/payments/reconciliation/statement'

const tones: Record<ReconciliationState, Tone> = {
  reading: 'info',
  matching: 'info',
  matched: 'neutral',
  recording: 'info',
  recorded: 'ok',
  undoing: 'info',
  undone: 'neutral',
  failed: 'bad',
}

export function ReconciliationBadge({ state }: { state: ReconciliationState }) {
  const t = useTranslations('reconciliation')
  return (
    <Badge tone={tones[state]} hasDot={isWorking(state)}>
      {t(`state.${state}`)}
    </Badge>
  )
}

/** Returns functions that describe a reconciliation in words. */
export function useReconciliationTexts() {
  const t = useTranslations('reconciliation')
  const locale = useLocale()
  const dayText = (day: string): string =>
    new Intl.DateTimeFormat(languages[locale].format, {
      dateStyle: 'medium',
      timeZone: 'UTC',
    }).format(new Date(`${day}T00:00Z`))
  return {
    dayText,
    nameOf: ({ file_name: name }: Reconciliation): string => name || t('unnamed'),
    periodOf: ({ from, to }: Reconciliation): string => {
      if (from === null || to === null) return t('noPeriod')
      return from === to ? dayText(from) : t('period', { from: dayText(from), to: dayText(to) })
    },
    /** “12 agree · 2 differ · 1 only there”. Empty until the comparison has ended. */
    foundOf: ({ counts }: Reconciliation): string =>
      (['matched', 'differing', 'only_there', 'only_here'] as const)
        .filter((result) => counts[result] > 0)
        .map((result) => t(`counts.${result}`, { count: counts[result] }))
        .join(' · '),
  }
}
