import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { parseAsArrayOf, parseAsBoolean, parseAsStringLiteral } from 'nuqs/server'
import { cardTokenKeys } from '../core/client/keys'
import { listParams, parseTextIf } from '../core/client/list-params'
import { shopApi } from '../core/client/shop-api'
import { cardTokenSortColumns, relevance, sortsOf } from '../core/paging'
import type { CardTokenApi } from './api'
import type { CardExpiry, CardTokenSource, TokenizationCreateInput, CardTokenListQuery } from './schema'

const call = shopApi<CardTokenApi>()

export type CardTokenFilters = Partial<CardTokenListQuery>

/** Returns the list page's filters: one row per card, unless a search, a card or `per` is given. */
export const perCard = (filters: CardTokenFilters): CardTokenFilters =>
  filters.per || filters.q || filters.same_card_as ? filters : { ...filters, per: 'card' }

export const cardTokenListOptions = (shop: string, filters: CardTokenFilters) =>
  queryOptions({
    queryKey: cardTokenKeys.list(shop, filters),
    queryFn: ({ signal }) => call('GET /card-tokens', { shop, query: filters, signal }),
    placeholderData: keepPreviousData,
  })

export const cardTokenDetailOptions = (shop: string, id: string) =>
  queryOptions({
    queryKey: cardTokenKeys.detail(shop, id),
    queryFn: ({ signal }) => call('GET /card-tokens/[id]', { shop, id, signal }),
  })

// Not imported from the schemas, to keep zod out of the list's bundle.
const expiries: readonly CardExpiry[] = ['valid', 'soon', 'expired']
const sources: readonly CardTokenSource[] = ['direct', 'notification', 'pasted']
export const contracts = ['recurring', 'oneclick', 'credit', 'card_on_file'] as const

const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

export const cardTokenListParams = listParams([...sortsOf(cardTokenSortColumns), relevance], '-created_at', {
  searchedSort: relevance,
  filters: {
    expiry: parseAsArrayOf(parseAsStringLiteral(expiries)),
    contract: parseAsArrayOf(parseAsStringLiteral(contracts)),
    source: parseAsArrayOf(parseAsStringLiteral(sources)),
    same_card_as: parseTextIf(isUuid),
    customer_id: parseTextIf((text) => text !== '' && text.length <= 100),
    test: parseAsBoolean,
    per: parseAsStringLiteral(['token']),
  },
})

/** Returns the card token in plain text. The request is recorded. Do not cache the result. */
export const revealCardToken = (shop: string, id: string) =>
  call('POST /card-tokens/[id]/reveal', { shop, id })

export const removeCardToken = (shop: string, id: string) =>
  call('POST /card-tokens/[id]/remove', { shop, id })

/**
 * Sends a typed card. Call it directly, not through a mutation or query: their cache would keep the card. It has no
 * `Idempotency-Key`, since the server would store a hash of the card with it.
 */
export const tokenizeCard = (shop: string, body: TokenizationCreateInput) =>
  call('POST /card-tokens', { shop, body })
