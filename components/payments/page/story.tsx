'use client'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useMayRead } from '@/components/frame/use-may'
import { NotCounted } from '@/components/payments/page/facts'
import { MeaningBadge } from '@/components/payment-status/payment-badge'
import { isReportedLate, usePaymentText } from '@/components/payment-status/use-payment-text'
import { RelativeTime } from '@/components/time/relative-time'
import { when } from '@/components/time/when'
import { Badge } from '@/components/ui/text/badge'
import { cx } from '@/components/ui/cx'
import { Link } from '@/components/ui/link'
import { visibleName } from '@/components/ui/text/visible-text'
import { cardText } from '@/lib/core/format/card'
import type { PaymentDetail, Source } from '@/lib/payments/detail'

interface StoryProps {
  shop: string
  payment: PaymentDetail
}

/** Shows the payment's history with evidence, oldest first: request, attempts, payment, refunds. */
export function Story({ shop, payment }: StoryProps) {
  const { sources } = payment
  return (
    <ol className="grid gap-4">
      <Asked shop={shop} payment={payment} />
      {sources.map((source) => (
        <Event key={source.notification_id ?? source.uid} shop={shop} payment={payment} source={source} />
      ))}
    </ol>
  )
}

const dots = { strong: 'bg-accent', weak: 'bg-border-strong' }

function Item({ dot, children }: { dot: keyof typeof dots; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[10px_minmax(0,1fr)] gap-3 text-md/5">
      <span aria-hidden className={cx('mt-1.5 size-2.5 rounded-full', dots[dot])} />
      <div className="min-w-0">{children}</div>
    </li>
  )
}

const linkClass = 'rounded-xs text-accent underline-offset-2 hover:underline'
const nameClass = `${linkClass} min-w-0 wrap-anywhere`

function Asked({ shop, payment }: StoryProps) {
  const t = useTranslations('paymentPage.story')
  const { money } = usePaymentText()
  const { checkout, product, asked } = payment
  if (checkout) {
    const amount = money(checkout.amount, checkout.currency)
    return (
      <Item dot="weak">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{t('asked', { type: checkout.transaction_type, amount })}</span>
          <Link href={`/shops/${shop}/checkouts/${checkout.id}` as Route} className={nameClass}>
            <bdi>{visibleName(checkout.description)}</bdi>
          </Link>
          <span className="ms-auto text-muted">
            <RelativeTime at={checkout.created_at} />
          </span>
        </p>
        {checkout.created_by && (
          <p className="text-sm wrap-anywhere text-muted">{t('by', { name: checkout.created_by })}</p>
        )}
      </Item>
    )
  }
  if (!product) return null
  return (
    <Item dot="weak">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">
          {asked ? t('price', { amount: money(asked.amount, asked.currency) }) : t('product')}
        </span>
        <Link href={`/shops/${shop}/products/${product.id}` as Route} className={nameClass}>
          <bdi>{visibleName(product.name ?? product.id)}</bdi>
        </Link>
      </p>
    </Item>
  )
}

function Event({ shop, payment, source }: StoryProps & { source: Source }) {
  const t = useTranslations('paymentPage.story')
  const { money, typeText } = usePaymentText()
  const { type, amount, currency, amount_sent: sent, message, decline, quarantined, decides } = source
  const mayReadReconciliations = useMayRead('payments.reconcile')
  const isOther = source.payment_uid !== payment.uid
  const isWeak = quarantined || !decides
  return (
    <Item dot={isWeak ? 'weak' : 'strong'}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {quarantined ? <Badge tone="warn">{t('quarantined')}</Badge> : <MeaningBadge step={source} />}
        <span className={cx('wrap-anywhere tabular-nums', isWeak ? 'text-muted' : 'font-medium')}>
          {[
            type && typeText(type),
            amount === null ? (sent === null ? null : `${sent} ${currency ?? ''}`) : money(amount, currency),
          ]
            .filter(Boolean)
            .join(' ')}
        </span>
        {source.card_last_4 && (
          <span className="text-muted">{cardText(source.card_brand, source.card_last_4)}</span>
        )}
        <span className="ms-auto text-muted">
          <RelativeTime at={source.at} />
        </span>
      </p>
      {sent !== null && <p className="mt-0.5 text-sm text-warn">{t('notCounted')}</p>}
      {sent === null && decides && (
        <NotCounted
          payment={{ steps: payment.steps.filter(({ uid }) => uid === source.uid) }}
          className="mt-0.5 block text-sm"
        />
      )}
      {decline !== null && <Declined source={source} />}
      {decline === null && message && <p className="mt-0.5 text-sm wrap-anywhere text-muted">{message}</p>}
      {quarantined && <p className="mt-0.5 text-sm text-muted">{t('quarantinedText')}</p>}
      <p className="mt-0.5 flex flex-wrap gap-x-2 text-sm text-muted">
        <span>{t(`evidence.${source.authenticity}`)}</span>
        {!decides && !quarantined && <span>{t('overtaken')}</span>}
        {isReportedLate({ at: source.at, reported_at: source.received_at }) && (
          <span>{t.rich('reportedLate', { when: when(source.received_at) })}</span>
        )}
        {isOther && (
          <Link
            href={`/shops/${shop}/payments/${encodeURIComponent(source.payment_uid)}` as Route}
            className={linkClass}
          >
            {t('otherTry')}
          </Link>
        )}
        {source.notification_id !== null && (
          <Link
            href={`/shops/${shop}/notifications/${source.notification_id}` as Route}
            className={linkClass}
          >
            {t('notification')}
          </Link>
        )}
        {source.reconciliation_id !== null && mayReadReconciliations && (
          <Link
            href={`/shops/${shop}/payments/reconciliations/${source.reconciliation_id}` as Route}
            className={linkClass}
          >
            {t('reconciliation')}
          </Link>
        )}
      </p>
    </Item>
  )
}

function Declined({ source: { decline, message, bank_code: code } }: { source: Source }) {
  const t = useTranslations('paymentPage.decline')
  if (decline === null) return null
  return (
    <div className="mt-1 rounded-sm bg-sunken px-3 py-2">
      <p className="font-medium">{t(`why.${decline}`)}</p>
      <p className="text-muted">{t(`helps.${decline}`)}</p>
      {(message || code) && (
        <p className="mt-1 text-sm wrap-anywhere text-muted">
          {t('said', { message: message ?? '–' })} {code && t('code', { code })}
        </p>
      )}
    </div>
  )
}
