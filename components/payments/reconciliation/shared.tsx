'use client'
import { useTranslations } from 'use-intl'
import { Badge, type Tone } from '@/components/ui/text/badge'
import { isWorking, type ReconciliationState } from '@/lib/payments/statement'

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
