'use client'
import { useQuery } from '@tanstack/react-query'
import { ShoppingCart, Trash2 } from 'lucide-react'
import type { Route } from 'next'
import { dynamic } from '@/components/ui/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActivityLink } from '@/components/frame/activity-link'
import { QueryError, RefreshNotice } from '@/components/data-table/query-state'
import { PageHeader } from '@/components/frame/page-header'
import { PrimaryAction } from '@/components/frame/primary-action'
import { useFocusOnArrival } from '@/components/frame/use-focus-on-arrival'
import { useMay } from '@/components/frame/use-may'
import { RelativeTime } from '@/components/time/relative-time'
import { Badge } from '@/components/ui/text/badge'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { Link } from '@/components/ui/link'
import { cardTokenDetailOptions } from '@/lib/card-tokens/client'
import type { CardTokenDetail } from '@/lib/card-tokens/schema'
import { Contracts, ContractTexts, TokenName, useCardTitle } from '../cells'
import { Facts, TokenSection } from './facts'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const RemoveDialog = dynamic(lazyWithMessages(() => import('./remove-dialog')))

/** One card token: the card, its permitted use, its origin, and actions. */
export function CardTokenPage({ shop, id }: { shop: string; id: string }) {
  const t = useTranslations('cardTokens')
  // After removal the page no longer queries the card, even after an event.
  const [isGone, setIsGone] = useState(false)
  const query = useQuery({ ...cardTokenDetailOptions(shop, id), enabled: !isGone })
  const card = query.data
  if (!card) return query.isError ? <QueryError isPage query={query} title={t('page.failedTitle')} /> : null
  return (
    <>
      <Header shop={shop} card={card} onGoing={setIsGone} />
      <RefreshNotice query={query} />
      {(card.expiry === 'expired' || card.expiry === 'soon') && (
        <p className="mb-3 rounded-md bg-warn-weak px-3 py-2 text-md text-warn">
          {t(card.expiry === 'expired' ? 'page.expired' : 'page.expiresSoon')}
        </p>
      )}
      <div className="grid items-start gap-4.5 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid min-w-0 gap-4.5">
          <Card>
            <Section title={t('page.card')}>
              <Facts shop={shop} card={card} />
            </Section>
            <TokenSection shop={shop} card={card} />
          </Card>
          <Others shop={shop} card={card} />
          <ActivityLink shop={shop} id={card.id} />
        </div>
        <Card>
          <Section title={t('page.contract')}>
            <ContractTexts contracts={card.contracts} />
          </Section>
          <Section title={t('page.use')}>
            <p className="text-md/5 text-muted">{t('page.useText')}</p>
          </Section>
        </Card>
      </div>
    </>
  )
}

interface HeaderProps {
  shop: string
  card: CardTokenDetail
  /** Called with true when removal starts, and with false when it fails. */
  onGoing: (isGoing: boolean) => void
}

function Header({ shop, card, onGoing }: HeaderProps) {
  const t = useTranslations('cardTokens')
  const title = useCardTitle()
  const heading = useFocusOnArrival()
  const mayUse = useMay('checkouts.create')
  const mayRemove = useMay('card_tokens.create')
  const [isRemoving, setIsRemoving] = useState(false)
  return (
    <>
      <PageHeader
        title={title(card)}
        titleRef={heading}
        crumbs={[{ label: t('title'), href: `/shops/${shop}/card-tokens` as Route }, { label: title(card) }]}
        crumbsLabel={t('crumbs')}
        badges={card.test && <Badge tone="warn">{t('test')}</Badge>}
        actions={
          mayRemove && (
            <Button icon={<Trash2 aria-hidden size={15} />} onPress={() => setIsRemoving(true)}>
              {t('page.remove')}
            </Button>
          )
        }
        primary={
          mayUse && (
            <PrimaryAction
              href={`/shops/${shop}/checkouts/new?card_token=${card.id}` as Route}
              label={t('page.useInCheckout')}
              icon={<ShoppingCart aria-hidden size={15} />}
            />
          )
        }
      />
      {isRemoving && (
        <RemoveDialog shop={shop} card={card} onGoing={onGoing} onClose={() => setIsRemoving(false)} />
      )}
    </>
  )
}

/** The same card under other tokens, or stored for other customers. */
function Others({ shop, card }: { shop: string; card: CardTokenDetail }) {
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
                <TokenName card={other} />
              </Link>
              <span dir="auto" className="min-w-0 truncate">
                {other.customer_name ?? other.email ?? '–'}
              </span>
              <Contracts contracts={other.contracts} />
              <span className="ms-auto text-sm text-muted">
                <RelativeTime at={other.created_at} isPlain />
              </span>
            </li>
          ))}
        </ul>
      </Section>
    </Card>
  )
}
