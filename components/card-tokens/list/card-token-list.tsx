'use client'
import { CreditCard } from 'lucide-react'
import type { Route } from 'next'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { Marked } from '@/components/data-table/marked'
import { defineList } from '@/components/list/define-list'
import type { ColumnContext, FilterContext, ListColumns } from '@/components/list/define-list'
import {
  multiFilter,
  optionsOf,
  type OwnFilters,
  removableFilter,
  singleFilter,
} from '@/components/list/filters/filters'
import { useList, useListQuery } from '@/components/list/use-list'
import { RelativeTime } from '@/components/time/relative-time'
import { cardTokenListOptions, cardTokenListParams, onePerCard } from '@/lib/card-tokens/client'
import { checkoutContracts as contracts } from '@/lib/gateway/checkouts/choices'
import type { CardTokenListItem } from '@/lib/card-tokens/schema'
import { Link } from '../../ui/link'
import { CardName, Contracts, CustomerLink, Expiry, NameBeneath, Origin } from '../cells'
import { useContractName } from '@/components/payment-status/contract-name'

const cardTokenList = defineList({
  of: 'cardTokens',
  path: 'card-tokens',
  icon: CreditCard,
  params: cardTokenListParams,
  query: (shop, filters) => cardTokenListOptions(shop, onePerCard(filters)),
  usual: ['holder', 'expiry', 'contract', 'customer', 'origin', 'same_card', 'created_at'],
})

/** A row of the list. `isOtherToken` marks another token of the card in the row above. */
export type CardTokenRow = CardTokenListItem & { isOtherToken?: boolean }

/** Returns the list with a row for each token of a card: the newest, then the others. */
export function useCardTokenList(shop: string) {
  const query = useListQuery(cardTokenList, shop)
  const list = useList(query, useColumns(query), useFilters(query))
  const rows = list.rows.flatMap((card): CardTokenRow[] => [
    card,
    ...(card.others ?? []).map((other) => ({ ...other, isOtherToken: true })),
  ])
  return { ...list, rows }
}

type Columns = ListColumns<'cardTokens', CardTokenRow>

function useColumns({ shop }: ColumnContext): Columns {
  const t = useTranslations('cardTokens')
  return useMemo(
    () => [
      ...cardColumns,
      {
        id: 'customer',
        className: 'max-w-[190px] truncate',
        cell: (card) => <CustomerLink shop={shop} card={card} />,
      },
      { id: 'origin', cell: (card) => <Origin shop={shop} card={card} /> },
      {
        id: 'same_card',
        cell: (card) =>
          !card.isOtherToken && (
            <SameCard shop={shop} card={card} text={t('tokens', { count: card.same_card })} />
          ),
      },
      {
        id: 'created_at',
        className: 'text-muted',
        firstSort: 'desc',
        cell: ({ created_at: at }) => <RelativeTime at={at} isPlain />,
      },
    ],
    [t, shop],
  )
}

const cardColumns: Columns = [
  {
    id: 'card',
    isPrimary: true,
    className: 'max-w-[250px]',
    skeleton: 'my-[11px] h-3.5 w-40',
    cell: (card) =>
      card.isOtherToken ? <NameBeneath card={card} className="ps-[21px]" /> : <CardName card={card} />,
  },
  {
    id: 'holder',
    firstSort: 'asc',
    className: 'max-w-[180px] truncate',
    cell: ({ holder, marks }) => (holder ? <Marked text={holder} marks={marks?.holder} /> : '–'),
  },
  { id: 'expiry', firstSort: 'asc', cell: (card) => <Expiry card={card} /> },
  {
    id: 'contract',
    className: 'max-w-[190px]',
    cell: ({ contracts: uses }) => <Contracts contracts={uses} />,
  },
]

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

function useFilters(list: FilterContext<typeof cardTokenListParams.filters>): OwnFilters {
  const t = useTranslations('cardTokens.filters')
  const contractName = useContractName()
  return {
    contract: multiFilter(list, 'contract', {
      label: t('contract'),
      options: optionsOf(contracts, contractName),
    }),
    per: singleFilter(list, 'per', {
      label: t('rows'),
      options: [{ value: 'token', label: t('eachToken') }],
    }),
    same_card_as: removableFilter(list, 'same_card_as', { label: t('same'), text: t('oneCard') }),
    customer_id: removableFilter(list, 'customer_id', { label: t('customer') }),
  }
}
