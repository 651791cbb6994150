'use client'
import { useTranslations } from 'use-intl'
import { useClock } from '@/components/time/clock'
import { RelativeTime } from '@/components/time/relative-time'
import { when } from '@/components/time/when'
import type { CheckoutItem } from '@/lib/checkouts/schema'
import { stateNow } from './state'

type Given = Pick<CheckoutItem, 'state' | 'rests_on' | 'attempts_left' | 'expires_at'>

/** How long it can still be paid, while that matters. */
export function Expires({ checkout }: { checkout: Given }) {
  const t = useTranslations('checkouts')
  const { expires_at: at } = checkout
  const { state } = stateNow(checkout, useClock().valueOf())
  if (state === 'expired') return t.rich('expiredAgo', { when: when(at, { isPlain: true }) })
  const isOver = state === 'paid' || state === 'cancelled'
  return isOver ? '–' : <RelativeTime at={at} isPlain />
}
