'use client'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { useMoney } from '@/components/money/use-money'
import { StatusBadge } from '@/components/payment-status/status-badge'
import { when } from '@/components/time/when'
import type { NotificationDelivery, NotificationDetail } from '@/lib/notifications/schema'
import { Link } from '../../ui/link'
import { Differences } from './differences'
import { DetailSection } from './section'

type Props = { notification: NotificationDetail }
type InShop = Props & { shop: string }
type Linked = Props & { hrefOf: (id: string) => Route }

export function Deliveries({ shop, notification }: InShop) {
  const t = useTranslations('notifications.deliveries')
  const mayForward = useMay('forwarding.read')
  const {
    received_at: at,
    source_address: source,
    deliveries,
    currency,
    delivery_count: count,
  } = notification
  const unlisted = count - deliveries.filter(({ replayed_by: by }) => by === null).length - 1
  // The shown delivery was processed first, but another may have arrived a moment before it.
  const earlier = deliveries.filter((delivery) => delivery.at < at)
  const itemsOf = (some: NotificationDelivery[]) =>
    some.map((delivery, place) => (
      // Two may have come in the same millisecond.
      // oxlint-disable-next-line react/no-array-index-key
      <Delivery key={place} delivery={delivery} isFirst={delivery === earlier[0]} currency={currency} />
    ))
  return (
    <DetailSection title={t('title')}>
      <ol className="grid gap-2.5 text-md/5">
        {itemsOf(earlier)}
        <li>
          {t.rich(earlier.length > 0 ? 'shown' : 'first', { when: when(at, { isExact: true }) })}
          {source && <Source address={source} />}
        </li>
        {unlisted > 0 && <li className="text-muted">{t('unlisted', { count: unlisted })}</li>}
        {itemsOf(deliveries.slice(earlier.length))}
      </ol>
      {mayForward && (
        <Link
          href={`/shops/${shop}/settings/forwarding?notification_id=${notification.id}` as Route}
          className="mt-2.5 inline-block rounded-xs text-md/5 text-accent hover:underline"
        >
          {t('forwarded')}
        </Link>
      )}
    </DetailSection>
  )
}

interface DeliveryProps {
  delivery: NotificationDelivery
  isFirst: boolean
  currency: string | null
}

function Delivery({ delivery, isFirst, currency }: DeliveryProps) {
  const t = useTranslations('notifications.deliveries')
  const { at, source_address: source, replayed_by: by, difference, answer, compared } = delivery
  return (
    <li className="wrap-anywhere">
      {by === null
        ? t.rich(isFirst ? 'first' : 'again', { when: when(at, { isExact: true }) })
        : t.rich('replayed', { when: when(at, { isExact: true }), name: by })}
      {source && <Source address={source} />}
      {answer !== null && (
        <span className="block text-sm text-muted">{t(answer.code === 0 ? 'letOn' : 'declined')}</span>
      )}
      {by === null && difference === null && <span className="block text-sm text-muted">{t('same')}</span>}
      {compared === false && <span className="block text-sm text-muted">{t('notCompared')}</span>}
      {difference !== null && compared !== false && (
        <details className="mt-1">
          <summary className="w-fit cursor-default rounded-xs text-sm text-accent hover:underline">
            {t('different', { count: difference.length })}
          </summary>
          <div className="mt-1.5">
            <Differences difference={difference} currency={currency} />
          </div>
        </details>
      )}
    </li>
  )
}

function Source({ address }: { address: string }) {
  const t = useTranslations('notifications.deliveries')
  return <span className="block text-sm text-muted">{t('source', { address })}</span>
}

/** Shows the differences from the previous notification of the transaction, if there is one. */
export function PreviousDifference({ notification, hrefOf }: Linked) {
  const t = useTranslations('notifications.difference')
  const { previous, currency } = notification
  if (!previous) return null
  return (
    <DetailSection title={t('title')}>
      <p className="mb-2 text-md/5 text-muted">
        {t.rich('since', {
          when: when(previous.received_at),
          status: previous.status ?? t('noStatus'),
          link: linkTo(hrefOf(previous.id)),
        })}
      </p>
      {previous.compared === false ? (
        <p className="text-md text-muted">{t('notCompared')}</p>
      ) : (
        <Differences difference={previous.difference} currency={currency} />
      )}
    </DetailSection>
  )
}

const linkTo = (href: Route) => (text: ReactNode) => (
  <Link href={href} className="rounded-xs text-accent underline">
    {text}
  </Link>
)

export function Timeline({ notification, hrefOf }: Linked) {
  const t = useTranslations('notifications.timeline')
  const { amountText } = useMoney()
  const { id, transaction } = notification
  if (transaction.length < 2) return null
  return (
    <DetailSection title={t('title')}>
      <ol className="-mx-2">
        {transaction.map((one) => (
          <li key={one.id}>
            <Link
              href={hrefOf(one.id)}
              aria-current={one.id === id ? 'true' : undefined}
              className="flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-sm px-2 py-1.5 text-md/5 hover:bg-sunken aria-[current=true]:bg-accent-weak"
            >
              <StatusBadge notification={one} />
              <span className="font-medium tabular-nums">{amountText(one)}</span>
              {one.type && (
                <span className="min-w-0 truncate text-muted">
                  <bdi>{one.type}</bdi>
                </span>
              )}
              <span className="ms-auto text-muted">
                {one.id === id ? t('this') : when(one.received_at, { isPlain: true })()}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </DetailSection>
  )
}
