'use client'
import type { Route } from 'next'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { RelativeTime } from '@/components/time/relative-time'
import { CopyButton } from '@/components/ui/copy-button'
import { type Description, DescriptionList } from '@/components/ui/description-list'
import type { NotificationDetail } from '@/lib/contracts/notification'
import { AuthenticitySection } from './authenticity-section'
import { PayloadSection } from './payload-section'
import { StatusBadge } from '@/components/payment-status/status-badge'

type Props = { notification: NotificationDetail }

export function DetailHeading({ notification }: Props) {
  const { amountText } = useMoney()
  return (
    <>
      <StatusBadge notification={notification} />
      <h2 className="font-semibold tabular-nums">{amountText(notification)}</h2>
      <span className="text-muted">{notification.type}</span>
    </>
  )
}

export function DetailBody({ shop, notification }: Props & { shop: string }) {
  return (
    <div className="divide-y">
      <section className="px-5 py-4">
        <Facts shop={shop} notification={notification} />
      </section>
      <AuthenticitySection notification={notification} />
      <PayloadSection key={notification.id} notification={notification} />
    </div>
  )
}

function Facts({ shop, notification }: Props & { shop: string }) {
  const t = useTranslations('notifications')
  const common = useTranslations('common')
  const { uid, card_brand: brand, card_last_4: last4 } = notification
  const copy = { label: t('copyUid'), copiedLabel: common('copied'), failedLabel: common('copyFailed') }
  const facts: (Description | false)[] = [
    !!uid && {
      term: t('uid'),
      value: (
        <span className="flex items-center gap-1">
          <span className="font-mono text-xs break-all">{uid}</span>
          <CopyButton isIcon text={uid} {...copy} />
        </span>
      ),
    },
    !!notification.message && { term: t('message'), value: notification.message },
    !!notification.description && { term: t('description'), value: notification.description },
    !!notification.tracking_id && {
      term: t('trackingId'),
      value: <span className="font-mono text-xs">{notification.tracking_id}</span>,
    },
    !!last4 && { term: t('card'), value: `${brand ?? ''} •••• ${last4}`.trim() },
    !!notification.three_d_secure_status && {
      term: t('threeDSecure'),
      value: notification.three_d_secure_status,
    },
    !!notification.email && { term: t('email'), value: notification.email },
    !!notification.product_id && {
      term: t('product'),
      value: <ProductLink shop={shop} notification={notification} />,
    },
    { term: t('receivedAt'), value: <RelativeTime at={notification.received_at} /> },
  ]
  return <DescriptionList items={facts.filter((fact) => fact !== false)} />
}

function ProductLink({ shop, notification }: Props & { shop: string }) {
  const t = useTranslations('notifications')
  const { product_id: id, product_name: name, product_link: link } = notification
  return (
    <>
      <Link
        href={`/shops/${shop}/products/${id}` as Route}
        className="rounded-xs text-accent hover:underline"
      >
        {name ?? id}
      </Link>
      {link === 'likely' && <span className="block text-sm text-muted">{t('likelyProduct')}</span>}
    </>
  )
}
