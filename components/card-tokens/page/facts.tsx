'use client'
import type { Route } from 'next'
import { useCountryName } from '@/components/form/fields/country-name'
import { useTranslations } from 'use-intl'
import { RelativeTime } from '@/components/time/relative-time'
import { type Description, DescriptionList } from '@/components/ui/text/description-list'
import { brandName } from '@/lib/core/format/card'
import type { CardTokenDetail } from '@/lib/card-tokens/schema'
import { Link } from '../../ui/link'
import { CustomerLink, Expiry, Origin } from '../cells'

/** The known facts of a card and of its token's origin; leaves out unknown ones. */
export function Facts({ shop, card }: { shop: string; card: CardTokenDetail }) {
  const t = useTranslations('cardTokens.facts')
  const country = useCountryName()
  const { issuer_name: issuer, issuer_country: issuerCountry, checkout_id: checkout, uid } = card
  const bank = [issuer, issuerCountry && country(issuerCountry)].filter(Boolean).join(', ')
  const facts: (Description | false)[] = [
    !!card.brand && {
      term: t('brand'),
      value: [brandName(card.brand), card.product].filter(Boolean).join(' · '),
    },
    !!card.last_4 && {
      term: t('number'),
      value: <span className="tabular-nums">{numberOf(card)}</span>,
    },
    !!card.holder && { term: t('holder'), value: <bdi>{card.holder}</bdi> },
    card.exp_year !== null && { term: t('expiry'), value: <Expiry card={card} /> },
    bank !== '' && { term: t('issuer'), value: bank },
    { term: t('customer'), value: <CustomerLink shop={shop} card={card} /> },
    !!card.email && !!card.customer_id && { term: t('email'), value: <bdi>{card.email}</bdi> },
    { term: t('origin'), value: <Origin shop={shop} card={card} /> },
    !!checkout &&
      !!card.checkout_description && {
        term: t('checkout'),
        value: (
          <Link
            href={`/shops/${shop}/checkouts/${checkout}` as Route}
            className="rounded-xs text-accent hover:underline"
          >
            {card.checkout_description}
          </Link>
        ),
      },
    !!card.notification_id &&
      !!checkout && {
        term: t('notification'),
        value: (
          <Link
            href={`/shops/${shop}/notifications?open=${card.notification_id}` as Route}
            className="rounded-xs text-accent hover:underline"
          >
            {t('open')}
          </Link>
        ),
      },
    !!uid && { term: t('uid'), value: <span className="font-mono text-xs break-all">{uid}</span> },
    { term: t('kept'), value: <RelativeTime at={card.created_at} /> },
    // Who keeps the card of a notification has never seen its number.
    !!card.created_by && { term: t(card.source === 'direct' ? 'by' : 'keptBy'), value: card.created_by },
  ]
  return <DescriptionList items={facts.filter((fact) => fact !== false)} />
}

/** Formats “4012 00•• •••• 1006”: with the BIN where it is known, as on receipts. */
function numberOf({ bin, last_4: last4 }: CardTokenDetail): string {
  if (!bin || bin.length < 6) return `•••• •••• •••• ${last4}`
  const first = bin.slice(0, 6)
  return `${first.slice(0, 4)} ${first.slice(4)}•• •••• ${last4}`
}
