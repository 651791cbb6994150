'use client'
import type { Route } from 'next'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Column } from '@/components/data-table/columns'
import { Marked } from '@/components/data-table/marked'
import { RelativeTime } from '@/components/time/relative-time'
import type { CardTokenListItem } from '@/lib/card-tokens/schema'
import { Link } from '../ui/link'
import { CardName, NameBeneath } from './card-name'
import { Contracts } from './contracts'
import { Expiry } from './expiry'
import { useColumnNames } from './list/column-names'
import type { ColumnId } from './list/use-card-token-list'
import { CustomerLink, Origin } from './origin'

/** A row of the list. `isOtherToken` marks another token of the card in the row above. */
export type CardTokenRow = CardTokenListItem & { isOtherToken?: boolean }

export function useCardTokenColumns(shop: string, shown: readonly ColumnId[]): Column<CardTokenRow>[] {
  const t = useTranslations('cardTokens')
  const names = useColumnNames()
  return useMemo(() => {
    const others: Column<CardTokenRow>[] = [
      {
        id: 'holder',
        header: names.holder,
        firstSort: 'asc',
        className: 'max-w-[180px] truncate',
        cell: ({ holder, marks }) => (holder ? <Marked text={holder} marks={marks?.holder} /> : '–'),
      },
      { id: 'expiry', header: names.expiry, firstSort: 'asc', cell: (card) => <Expiry card={card} /> },
      {
        id: 'contract',
        header: names.contract,
        className: 'max-w-[190px]',
        cell: ({ contracts }) => <Contracts contracts={contracts} />,
      },
      {
        id: 'customer',
        header: names.customer,
        className: 'max-w-[190px] truncate',
        cell: (card) => <CustomerLink shop={shop} card={card} />,
      },
      { id: 'origin', header: names.origin, cell: (card) => <Origin shop={shop} card={card} /> },
      {
        id: 'same_card',
        header: names.same_card,
        cell: (card) =>
          !card.isOtherToken && (
            <SameCard shop={shop} card={card} text={t('tokens', { count: card.same_card })} />
          ),
      },
      {
        id: 'created_at',
        header: names.created_at,
        className: 'text-muted',
        firstSort: 'desc',
        cell: ({ created_at: at }) => <RelativeTime at={at} isPlain />,
      },
    ]
    return [
      {
        id: 'card',
        header: names.card,
        isPrimary: true,
        className: 'max-w-[250px]',
        skeleton: 'my-[11px] h-3.5 w-40',
        cell: (card) =>
          card.isOtherToken ? <NameBeneath card={card} className="pl-[21px]" /> : <CardName card={card} />,
      },
      ...others.filter(({ id }) => shown.some((one) => one === id)),
    ]
  }, [t, names, shop, shown])
}

/** Links to all tokens of the same card, when it has several tokens or customers. */
function SameCard({ shop, card, text }: { shop: string; card: CardTokenListItem; text: string }) {
  if (card.same_card < 2) return <span className="text-muted">–</span>
  return (
    <Link
      href={`/shops/${shop}/card-tokens?same_card_as=${card.id}` as Route}
      className="rounded-xs text-accent hover:underline"
    >
      {text}
    </Link>
  )
}
