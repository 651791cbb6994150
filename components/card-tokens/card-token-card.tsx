'use client'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { Marked } from '@/components/data-table/marked'
import { when } from '@/components/time/when'
import { Badge } from '@/components/ui/badge'
import { Link } from '../ui/link'
import { CardTitle, NameBeneath } from './card-name'
import type { CardTokenRow } from './columns'
import { Contracts } from './contracts'
import { Expiry } from './expiry'

/** A card token on a phone. */
export function CardTokenCard({ card, href }: { card: CardTokenRow; href: Route }) {
  const t = useTranslations('cardTokens')
  const { holder, marks, customer_name: customer, email, contracts, same_card: same } = card
  const whose = customer ?? email
  return (
    <Link href={href} data-row-link="" className="block rounded-sm">
      <span className="flex items-baseline justify-between gap-3">
        {card.isBeneath ? (
          <NameBeneath card={card} />
        ) : (
          <CardTitle card={card} className="min-w-0 truncate text-base font-medium" />
        )}
        <span className="shrink-0 text-md">
          <Expiry card={card} />
        </span>
      </span>
      {holder && (
        <span dir="auto" className="block truncate text-md">
          <Marked text={holder} marks={marks?.holder} />
        </span>
      )}
      {whose && (
        <span dir="auto" className="block truncate text-md text-muted">
          {whose}
        </span>
      )}
      <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        <span>{t.rich('kept', { when: when(card.created_at, { isPlain: true }) })}</span>
        {contracts.length > 0 && <Contracts contracts={contracts} />}
        {card.test && <Badge tone="warn">{t('test')}</Badge>}
        {same > 1 && !card.isBeneath && <Badge tone="info">{t('sameCard', { count: same })}</Badge>}
      </span>
    </Link>
  )
}
