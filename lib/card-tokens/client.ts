import { cardTokenKeys } from '../core/client/keys'
import { listParams } from '../core/client/list-params'
import { shopApi, shopDetail, shopList } from '../core/client/shop-api'
import type { CardTokenApi } from './api'
import type { TokenizationCreateInput, CardTokenListQuery } from './schema'
import { cardTokenList } from './filters'

const call = shopApi<CardTokenApi>()
const detailOf = shopDetail<CardTokenApi>()
const listOf = shopList<CardTokenApi>()

type CardTokenFilters = Partial<CardTokenListQuery>

/** Returns the list page's filters: one row per card, unless a search, a card or `per` is given. */
export const onePerCard = (filters: CardTokenFilters): CardTokenFilters =>
  filters.per || filters.q || filters.same_card_as ? filters : { ...filters, per: 'card' }

export const cardTokenListOptions = listOf('GET /card-tokens', cardTokenKeys.list)

export const cardTokenDetailOptions = detailOf('GET /card-tokens/[id]', cardTokenKeys.detail)

export const cardTokenListParams = listParams(cardTokenList)

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
