'use client'
import { useTranslations } from 'use-intl'
import { useClock } from '@/components/time/clock'
import { RelativeTime } from '@/components/time/relative-time'
import { when } from '@/components/time/when'
import { cx } from '@/components/ui/cx'
import { Badge } from '@/components/ui/text/badge'
import { transactionTypes } from '@/lib/checkouts/fields'
import type { CheckoutItem } from '@/lib/checkouts/schema'
import {
  acceptsPayment,
  type CheckoutEvidence,
  type CheckoutState,
  stateWordOf,
  wasPaid,
} from '@/lib/checkouts/state'
import { checkoutTones } from '@/lib/payments/tone'

type Stateful = Pick<
  CheckoutItem,
  'state' | 'rests_on' | 'attempts_left' | 'expires_at' | 'transaction_type' | 'test' | 'difference'
>

export function StateBadge({ checkout, className }: { checkout: Stateful; className?: string }) {
  const t = useTranslations('checkouts')
  const differs = useTranslations('paymentState')
  const { state } = stateNow(checkout, useClock().valueOf())
  return (
    <span className={cx('inline-flex shrink-0 gap-1', className)}>
      <Badge tone={checkoutTones[state]} hasDot={state === 'pending'}>
        {state === 'differs' && checkout.difference
          ? differs(`short.${checkout.difference}`)
          : t(`state.${stateWordOf(state, checkout.transaction_type)}`)}
      </Badge>
      {checkout.test && <Badge>{t('test')}</Badge>}
    </span>
  )
}

/** Shows the evidence for the state, and the attempts left after a decline. */
export function EvidenceText({ checkout, className }: { checkout: Stateful; className?: string }) {
  const t = useTranslations('checkouts')
  const { state, restsOn } = stateNow(checkout, useClock().valueOf())
  const { attempts_left: left } = checkout
  return (
    <span className={className}>
      {state === 'unconfirmed' ? t('evidence.unanswered') : t(`evidence.${restsOn}`)}
      {state === 'declined' && ` · ${t('attemptsLeft', { count: left })}`}
    </span>
  )
}

/** Falls back to the gateway's text for an unknown type. */
export function useTypeText(): (type: string) => string {
  const t = useTranslations('checkouts.types')
  return (type) => {
    const found = transactionTypes.find((one) => one === type)
    return found ? t(found) : type
  }
}

type Expiring = Pick<CheckoutItem, 'state' | 'rests_on' | 'attempts_left' | 'expires_at'>

/** Shows when the checkout expires or expired; a dash once it was paid or cancelled. */
export function Expires({ checkout }: { checkout: Expiring }) {
  const t = useTranslations('checkouts')
  const { expires_at: at } = checkout
  const { state } = stateNow(checkout, useClock().valueOf())
  if (state === 'expired') return t.rich('expiredAgo', { when: when(at, { isPlain: true }) })
  const isOver = wasPaid(state) || state === 'cancelled'
  return isOver ? '–' : <RelativeTime at={at} isPlain />
}

/** Returns the state at `now` (ms). A checkout that was open when the page loaded may have expired since. */
export function stateNow(
  checkout: Expiring,
  now: number,
): { state: CheckoutState; restsOn: CheckoutEvidence } {
  return acceptsPayment(checkout.state, checkout.attempts_left) && Date.parse(checkout.expires_at) <= now
    ? { state: 'expired', restsOn: 'clock' }
    : { state: checkout.state, restsOn: checkout.rests_on }
}
