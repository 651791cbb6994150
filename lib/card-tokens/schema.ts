/** Card tokens on our own API. The token itself is in no answer but the one that reveals it. */
import { z } from 'zod'
import { checkoutContracts } from '../gateway/checkout'
import { tokenizationFields } from '../gateway/tokenization'
import { isStorable } from '../gateway/values'
import { listPage, listQuery, mark, someOf, sortedBy, yesOrNo } from '../core/list'
import { cardTokenSortColumns, relevance, sortsOf, type SortOf } from '../core/paging'

/** Where a token came from: a card typed in here, a notification, or a token somebody pasted. */
export const cardTokenSources = ['direct', 'notification', 'pasted'] as const
export type CardTokenSource = (typeof cardTokenSources)[number]

/** Whether the card can still be charged: it is valid to the end of its month (UTC). `soon`: it ends within 60 days. */
export const cardExpiries = ['valid', 'soon', 'expired'] as const
export type CardExpiry = (typeof cardExpiries)[number]
export const soonDays = 60

const invalidChoice = { error: 'invalid_choice' }

/** What a list of card tokens has a row for: each token, or each card (by `stamp`) with its tokens in it. */
const rowsPer = ['token', 'card'] as const

/** So many other tokens of its card come with a row. */
export const mostOthersListed = 5

/** What narrows a list of card tokens. `same_card_as`: those of the card that this one, by its ID here, is of. */
const cardTokenFilters = {
  expiry: someOf(z.enum(cardExpiries, invalidChoice)).optional(),
  contract: someOf(z.enum(checkoutContracts, invalidChoice)).optional(),
  source: someOf(z.enum(cardTokenSources, invalidChoice)).optional(),
  same_card_as: z.uuid('invalid').optional(),
  customer_id: z.string().max(100).refine(isStorable, 'invalid').optional(),
  test: yesOrNo.optional(),
  /** `card`: the newest token of each card that matches is its row; a search finds tokens in any case. */
  per: z.enum(rowsPer, invalidChoice).default('token'),
}

type CardTokenSort = SortOf<typeof cardTokenSortColumns>

/** With search text and no sort, the best matches come first. */
export const cardTokenListQuery = listQuery(cardTokenSortColumns, '-created_at')
  .extend({
    ...cardTokenFilters,
    sort: z.enum([...sortsOf(cardTokenSortColumns), relevance], invalidChoice).optional(),
  })
  .transform(sortedBy<CardTokenSort>('-created_at'))
export type CardTokenListQuery = z.output<typeof cardTokenListQuery>

export const cardTokenItem = z.object({
  /** Local. */
  id: z.string(),
  brand: z.string().nullable(),
  last_4: z.string().nullable(),
  holder: z.string().nullable(),
  exp_month: z.int().nullable(),
  exp_year: z.int().nullable(),
  /** Null where it is not known when it ends. */
  expiry: z.enum(cardExpiries).nullable(),
  /** What it may be used for; others than known may come. */
  contracts: z.array(z.string()),
  test: z.boolean(),
  source: z.enum(cardTokenSources),
  checkout_id: z.string().nullable(),
  notification_id: z.string().nullable(),
  customer_id: z.string().nullable(),
  /** As the mirror has it; null where it knows none. */
  customer_name: z.string().nullable(),
  email: z.string().nullable(),
  /** The end of the token, by which people tell it from others; empty where that would tell too much of it. */
  token_end: z.string(),
  /** How many tokens are kept here of this card, this one among them. */
  same_card: z.int(),
  created_at: z.iso.datetime(),
})
export type CardTokenItem = z.output<typeof cardTokenItem>

const marks = z.array(mark)
/**
 * A card token in a list; `marks` where something is searched for. `others`: where the row is a card's, its next newest
 * tokens that match (`mostOthersListed` at most).
 */
export const cardTokenListItem = cardTokenItem.extend({
  others: z.array(cardTokenItem).optional(),
  marks: z.object({ brand: marks, last_4: marks, holder: marks, email: marks }).optional(),
})
export type CardTokenListItem = z.output<typeof cardTokenListItem>

/** `alike`, `best`: as of every list that is searched (list.ts). */
export const cardTokenPage = listPage(cardTokenListItem).extend({
  alike: z.boolean(),
  best: z.int().nullable(),
})
export type CardTokenPage = z.output<typeof cardTokenPage>

export const cardTokenDetail = cardTokenItem.extend({
  product: z.string().nullable(),
  bin: z.string().nullable(),
  issuer_country: z.string().nullable(),
  issuer_name: z.string().nullable(),
  /** UID of the transaction that brought it. */
  uid: z.string().nullable(),
  /** Of the checkout it came through. */
  checkout_description: z.string().nullable(),
  created_by: z.string().nullable(),
  /** Other tokens of the same card, the newest first; not all of many. */
  others: z.array(cardTokenItem),
})
export type CardTokenDetail = z.output<typeof cardTokenDetail>

/** A token in the clear; asking for it is recorded. */
export const revealedCardToken = z.object({ token: z.string() })
export type RevealedCardToken = z.output<typeof revealedCardToken>

/**
 * What tokenizes a card that is typed in here: the body of endpoint 1, and the customer it is kept for.
 * `threeDSecure`: as of the shop; then a `return_url` is needed.
 */
export const tokenizationCreate = (rules: { threeDSecure: boolean }) =>
  z.strictObject({
    request: tokenizationFields(rules),
    customer_id: z.string().min(1).max(100).refine(isStorable, 'invalid').optional(),
  })
export type TokenizationCreate = z.output<ReturnType<typeof tokenizationCreate>>
export type TokenizationCreateInput = z.input<ReturnType<typeof tokenizationCreate>>

/** What came of it. The token is not in it. */
export const tokenizationResult = z.object({
  /** Of the card token, here; null as long as there is none: its verification, or its failure, comes first. */
  id: z.string().nullable(),
  /** Whether the same token was kept here before. */
  known: z.boolean(),
  uid: z.string(),
  status: z.string().nullable(),
  message: z.string().nullable(),
  /** Of the tokenization itself. */
  tokenization: z.object({ status: z.string().nullable(), message: z.string().nullable() }).nullable(),
  test: z.boolean(),
  /** Where the payer passes a verification, or sees what came of it. */
  redirect_url: z.string().nullable(),
  card: z.object({
    brand: z.string().nullable(),
    product: z.string().nullable(),
    bin: z.string().nullable(),
    bin_8: z.string().nullable(),
    last_4: z.string().nullable(),
    issuer_country: z.string().nullable(),
    issuer_name: z.string().nullable(),
    holder: z.string().nullable(),
    exp_month: z.int().nullable(),
    exp_year: z.int().nullable(),
  }),
  /** Names and values as the gateway gave them: the interface does not show what is in it. */
  three_d_secure: z.array(z.object({ name: z.string(), value: z.string() })),
  smart_routing_status: z.string().nullable(),
})
export type TokenizationResult = z.output<typeof tokenizationResult>
