'use client'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import type { CardTokenItem } from '@/lib/card-tokens/schema'
import { Link } from '../ui/link'

const look = 'rounded-xs text-accent hover:underline'

interface OriginProps {
  shop: string
  card: CardTokenItem
}

export function Origin({ shop, card }: OriginProps) {
  const t = useTranslations('cardTokens')
  const { source, notification_id: notification, checkout_id: checkout } = card
  if (checkout)
    return (
      <Link href={`/shops/${shop}/checkouts/${checkout}` as Route} className={look}>
        {t(source === 'pasted' ? 'sources.pastedCheckout' : 'sources.checkout')}
      </Link>
    )
  if (notification)
    return (
      <Link href={`/shops/${shop}/notifications?open=${notification}` as Route} className={look}>
        {t('sources.notification')}
      </Link>
    )
  return t(`sources.${source}`)
}

/** Links to the card's customer, if known. */
export function CustomerLink({ shop, card }: OriginProps) {
  const { customer_id: id, customer_name: name, email } = card
  if (!id) return <bdi>{email ?? '–'}</bdi>
  return (
    <Link href={`/shops/${shop}/customers/${id}` as Route} className={look}>
      <bdi>{name ?? email ?? id}</bdi>
    </Link>
  )
}
