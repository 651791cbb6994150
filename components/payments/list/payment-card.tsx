'use client'
import type { Route } from 'next'
import { PaymentBadge } from '@/components/payment-status/payment-badge'
import { usePaymentText } from '@/components/payment-status/use-payment-text'
import { RelativeTime } from '@/components/time/relative-time'
import { Link } from '@/components/ui/link'
import { visibleText } from '@/components/ui/text/visible-text'
import { cardText } from '@/lib/core/format/card'
import type { PaymentItem } from '@/lib/payments/list'
import { PaymentName } from './payment-name'

const nothingElse = () => false

/** A payment on a phone. */
export function PaymentCard({ payment, href }: { payment: PaymentItem; href: Route }) {
  const { money } = usePaymentText()
  const { amount, currency, customer, email, card_brand: brand, card_last_4: last4, at } = payment
  const who = customer?.name ?? email
  return (
    <Link href={href} data-row-link="" className="block rounded-sm">
      <span className="flex items-baseline justify-between gap-3">
        <span className="block min-w-0 text-base">
          <PaymentName payment={payment} isShown={nothingElse} />
        </span>
        <span className="shrink-0 text-base font-semibold tabular-nums">{money(amount, currency)}</span>
      </span>
      <span className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        <PaymentBadge payment={payment} />
        {who && (
          <span dir="auto" className="min-w-0 truncate">
            {visibleText(who)}
          </span>
        )}
        {last4 && <span>{cardText(brand, last4)}</span>}
        <span className="ms-auto">
          <RelativeTime at={at} isPlain />
        </span>
      </span>
    </Link>
  )
}
