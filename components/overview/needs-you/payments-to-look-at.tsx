'use client'
import { TriangleAlert } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { amountOf, usePaymentText } from '@/components/payment-status/use-payment-text'
import { RelativeTime } from '@/components/time/relative-time'
import { Link, LinkButton } from '@/components/ui/link'
import { visibleName } from '@/components/ui/text/visible-text'
import type { PaymentPage } from '@/lib/payments/list'
import type { Payment } from '@/lib/payments/schema'

interface PaymentsToLookAtProps {
  shop: string
  page: Pick<PaymentPage, 'items' | 'total' | 'total_exact'>
}

/** Payments that differ from what was asked, and disputes. Each links to the page that settles it. */
export function PaymentsToLookAt({ shop, page }: PaymentsToLookAtProps) {
  const t = useTranslations('overview.payments')
  const { items, total, total_exact: isExact } = page
  return (
    <div className="not-first:mt-3">
      <div className="flex items-baseline gap-2">
        <h3 className="text-sm font-medium text-muted">{t('title')}</h3>
        {total > items.length && (
          <ShowAll href={`/shops/${shop}/payments?attention=true`} total={total} isExact={isExact} />
        )}
      </div>
      <ul className="grid">
        {items.map((payment) => (
          <li key={payment.uid}>
            <Row shop={shop} payment={payment} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Row({ shop, payment }: { shop: string; payment: Payment }) {
  const t = useTranslations('overview.payments')
  const { title, money } = usePaymentText()
  const { uid, checkout_id: checkoutId, notification_id: id, description, currency } = payment
  const href = checkoutId
    ? `/shops/${shop}/checkouts/${checkoutId}`
    : id === null
      ? `/shops/${shop}/payments/${encodeURIComponent(uid)}`
      : `/shops/${shop}/notifications/${id}`
  return (
    <div className="flex items-center gap-3 py-1.5 text-md">
      <TriangleAlert aria-hidden size={16} className="shrink-0 text-warn" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium tabular-nums">{title(payment)}</span>
        <span className="block text-sm text-muted">
          {description && (
            <>
              <bdi className="wrap-anywhere">{visibleName(description)}</bdi>
              {' · '}
            </>
          )}
          <RelativeTime at={payment.state_at} isPlain />
        </span>
      </span>
      <LinkButton
        size="sm"
        href={href as Route}
        aria-label={t('openOf', { amount: money(amountOf(payment), currency) })}
      >
        {t('open')}
      </LinkButton>
    </div>
  )
}

interface ShowAllProps {
  /** The list with the rows that `total` counts. */
  href: string
  total: number
  isExact: boolean
}

export function ShowAll({ href, total, isExact }: ShowAllProps) {
  const t = useTranslations('overview')
  return (
    <Link
      href={href as Route}
      className="ms-auto inline-flex min-h-6 items-center text-sm text-muted underline underline-offset-2 hover:text-text"
    >
      {t('all', { total: t(isExact ? 'total' : 'moreThan', { total }) })}
    </Link>
  )
}
