'use client'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/text/badge'
import type { Payment, PaymentStep } from '@/lib/payments/schema'
import { meaningOf } from '@/lib/payments/state'
import { meaningTones, stateTones } from '@/lib/payments/tone'

export function PaymentBadge({ payment }: { payment: Pick<Payment, 'state' | 'test' | 'difference'> }) {
  const t = useTranslations('paymentState')
  const { state, difference } = payment
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={stateTones[state]} hasDot={state === 'waiting'}>
        {state === 'differs' && difference ? t(`short.${difference}`) : t(`state.${state}`)}
      </Badge>
      {payment.test === true && <Badge>{t('test')}</Badge>}
    </span>
  )
}

/** The meaning of one transaction; the gateway's own words when it is undocumented. */
export function MeaningBadge({ step }: { step: Pick<PaymentStep, 'type' | 'status' | 'parent_uid'> }) {
  const t = useTranslations('paymentState')
  const meaning = meaningOf(step)
  return (
    <Badge tone={meaningTones[meaning]}>
      {meaning === 'other' ? <bdi>{step.status ?? '–'}</bdi> : t(`meaning.${meaning}`)}
    </Badge>
  )
}
