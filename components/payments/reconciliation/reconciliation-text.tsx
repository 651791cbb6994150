'use client'
import { useLocale, useTranslations } from 'use-intl'
import { Badge, type Tone } from '@/components/ui/text/badge'
import { languages } from '@/lib/core/i18n/locales'
import type { Reconciliation } from '@/lib/payments/reconciliation/reconciliation'
import { isWorking, type ReconciliationState } from '@/lib/payments/reconciliation/statement'
import { useState } from 'react'
import { pageSizes } from '@/lib/core/lists/paging'

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

/** Returns functions that word a reconciliation. */
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
    periodOf: ({ from, to }: Reconciliation): string =>
      from === null || to === null ? t('noPeriod') : t('period', { from: dayText(from), to: dayText(to) }),
    /** “12 agree · 2 differ · 1 only there”. Empty until the comparison has ended. */
    foundOf: ({ counts }: Reconciliation): string =>
      (['matched', 'differing', 'only_there', 'only_here'] as const)
        .filter((result) => counts[result] > 0)
        .map((result) => t(`counts.${result}`, { count: counts[result] }))
        .join(' · '),
  }
}

/**
 * Pages through a list whose answers only have the next cursor. Keeps the earlier cursors. `of`: what is listed;
 * another list begins at its first page.
 */
export function useTrail(of: string) {
  const [trail, setTrail] = useState<{ of: string; cursors: readonly string[] }>({ of, cursors: [] })
  const cursors = trail.of === of ? trail.cursors : []
  const go = (next: readonly string[]) => setTrail({ of, cursors: next })
  return {
    cursor: cursors.at(-1),
    from: cursors.length * pageSizes.default + 1,
    pager: (next: string | null | undefined) => ({
      onNext: next == null ? undefined : () => go([...cursors, next]),
      onPrevious: cursors.length === 0 ? undefined : () => go(cursors.slice(0, -1)),
    }),
  }
}
