'use client'
import { CreditCard, Link2 } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { Marked } from '@/components/data-table/marked'
import { PrimaryAction } from '@/components/frame/primary-action'
import { useMay } from '@/components/frame/use-may'
import { ListPage } from '@/components/list/list-page'
import { when } from '@/components/time/when'
import { Badge } from '@/components/ui/text/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { Link, LinkButton } from '@/components/ui/link'
import { onePerCard } from '@/lib/card-tokens/client'
import { CardTitle, Contracts, Expiry, NameBeneath } from './cells'
import { type CardTokenRow, useCardTokenList } from './list/card-token-list'

/** The list of locally stored card tokens. The gateway has no list of them. */
export function CardTokensPage({ shop }: { shop: string }) {
  const t = useTranslations('cardTokens')
  const list = useCardTokenList(shop)
  const { page, total, isTotalExact } = list
  const isPerCard = onePerCard(list.state.filters).per === 'card'
  const counted = isPerCard
    ? t(isTotalExact ? 'totalCards' : 'totalCardsAbout', { total })
    : t(isTotalExact ? 'total' : 'totalAbout', { total })
  const mayAsk = useMay('checkouts.create')
  const mayType = useMay('card_tokens.create')
  const askHref = `/shops/${shop}/card-tokens/ask` as Route
  const typeHref = `/shops/${shop}/card-tokens/new` as Route
  return (
    <ListPage
      list={list}
      meta={page && <span>{counted}</span>}
      actions={mayType && <LinkButton href={typeHref}>{t('typeIn')}</LinkButton>}
      primary={
        mayAsk && (
          <PrimaryAction
            href={askHref}
            label={t('ask')}
            icon={<Link2 aria-hidden size={16} />}
            shortcut="n"
          />
        )
      }
      empty={
        <EmptyState
          icon={<CreditCard size={19} />}
          title={t('emptyTitle')}
          action={mayAsk && <LinkButton href={askHref}>{t('ask')}</LinkButton>}
        >
          {t('emptyText')}
        </EmptyState>
      }
      renderCard={(card, href) => <CardTokenCard card={card} href={href} />}
    />
  )
}

function CardTokenCard({ card, href }: { card: CardTokenRow; href: Route }) {
  const t = useTranslations('cardTokens')
  const { holder, marks, customer_name: customer, email, contracts, same_card: same } = card
  const owner = customer ?? email
  return (
    <Link href={href} data-row-link="" className="block rounded-sm">
      <span className="flex items-baseline justify-between gap-3">
        {card.isOtherToken ? (
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
      {owner && (
        <span dir="auto" className="block truncate text-md text-muted">
          {owner}
        </span>
      )}
      <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        <span>{t.rich('kept', { when: when(card.created_at, { isPlain: true }) })}</span>
        {contracts.length > 0 && <Contracts contracts={contracts} />}
        {card.test && <Badge tone="warn">{t('test')}</Badge>}
        {same > 1 && !card.isOtherToken && <Badge tone="info">{t('sameCard', { count: same })}</Badge>}
      </span>
    </Link>
  )
}
