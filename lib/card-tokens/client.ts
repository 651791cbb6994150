import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { parseAsArrayOf, parseAsBoolean, parseAsStringLiteral } from 'nuqs/server'
import { cardTokenKeys } from '../core/client/keys'
import { listParams, parseTextIf } from '../core/client/list-params'
import { queryString } from '../core/client/search-params'
import { api } from '../core/http'
import { cardTokenSortColumns, relevance, sortsOf } from '../core/paging'
import type {
  CardExpiry,
  CardTokenDetail,
  CardTokenPage,
  CardTokenSource,
  RevealedCardToken,
  TokenizationCreateInput,
  TokenizationResult,
  CardTokenListQuery,
} from './schema'

export type CardTokenFilters = Partial<CardTokenListQuery>

/** Returns the list page's filters: one row per card, unless a search, a card or `per` is given. */
export const perCard = (filters: CardTokenFilters): CardTokenFilters =>
  filters.per || filters.q || filters.same_card_as ? filters : { ...filters, per: 'card' }

const cardTokenPath = (shop: string, ...rest: string[]): string =>
  `/api/shops/${[shop, 'card-tokens', ...rest].map(encodeURIComponent).join('/')}`

export const cardTokenListOptions = (shop: string, filters: CardTokenFilters) =>
  queryOptions({
    queryKey: cardTokenKeys.list(shop, filters),
    queryFn: ({ signal }) => api<CardTokenPage>(`${cardTokenPath(shop)}${queryString(filters)}`, { signal }),
    placeholderData: keepPreviousData,
  })

export const cardTokenDetailOptions = (shop: string, id: string) =>
  queryOptions({
    queryKey: cardTokenKeys.detail(shop, id),
    queryFn: ({ signal }) => api<CardTokenDetail>(cardTokenPath(shop, id), { signal }),
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
  api<RevealedCardToken>(cardTokenPath(shop, id, 'reveal'), { method: 'POST' })

export const removeCardToken = (shop: string, id: string) =>
  api<CardTokenDetail>(cardTokenPath(shop, id, 'remove'), { method: 'POST' })

/**
 * Sends a typed card. Call it directly, not through a mutation or query: their cache would keep the card. It has no
 * `Idempotency-Key`, since the server would store a hash of the card with it.
 */
export const tokenizeCard = (shop: string, body: TokenizationCreateInput) =>
  api<TokenizationResult>(cardTokenPath(shop), { method: 'POST', body })
