'use client'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { RelativeTime } from '@/components/time/relative-time'
import { Card, Section } from '@/components/ui/card'
import type { CardTokenDetail } from '@/lib/card-tokens/schema'
import { Link } from '../../ui/link'
import { Contracts } from '../contracts'

/** The same card under other tokens, or kept for other customers. */
export function Others({ shop, card }: { shop: string; card: CardTokenDetail }) {
  const t = useTranslations('cardTokens')
  const { others, same_card: same } = card
  if (others.length === 0) return null
  return (
    <Card>
      <Section
        title={t('page.sameCard', { count: same - 1 })}
        actions={
          <Link
            href={`/shops/${shop}/card-tokens?same_card_as=${card.id}` as Route}
            className="rounded-xs text-md text-accent hover:underline"
          >
            {t('page.sameCardList')}
          </Link>
        }
      >
        <p className="mb-3 text-md/5 text-muted">{t('page.sameCardText')}</p>
        <ul className="divide-y">
          {others.map((other) => (
            <li key={other.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-md">
              <Link
                href={`/shops/${shop}/card-tokens/${other.id}` as Route}
                className="rounded-xs font-mono text-xs text-accent hover:underline"
              >
                {t('tokenEnd', { end: other.token_end || other.id.slice(-4) })}
              </Link>
              <span dir="auto" className="min-w-0 truncate">
                {other.customer_name ?? other.email ?? '–'}
              </span>
              <Contracts contracts={other.contracts} />
              <span className="ml-auto text-sm text-muted">
                <RelativeTime at={other.created_at} isPlain />
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </Card>
  )
}
