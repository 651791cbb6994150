'use client'
import { useQuery } from '@tanstack/react-query'
import { useListState } from '@/components/data-table/use-list-state'
import type { ListColumns } from '@/components/list-tools/layout'
import { cardTokenListOptions, cardTokenListParams, perCard } from '@/lib/card-tokens/client'

/** Returns the state of the card token list from the address, and its query. */
export function useCardTokenList(shop: string) {
  const list = useListState(cardTokenListParams)
  const query = useQuery(cardTokenListOptions(shop, perCard(list.filters)))
  return { list, query }
}
export type CardTokenListState = ReturnType<typeof useCardTokenList>['list']

/** All columns in order, without the card, which is always shown. */
const columnIds = ['holder', 'expiry', 'contract', 'customer', 'origin', 'same_card', 'created_at'] as const
export type ColumnId = (typeof columnIds)[number]

export const cardTokenColumns: ListColumns<ColumnId> = { all: columnIds, usual: columnIds }
