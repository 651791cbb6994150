/** Card tokens on our own API. Only the reveal answer contains the token itself. */
import { z } from 'zod'
import { takingMembersOf } from '../core/api/endpoint'
import { tokenizationFields } from '../gateway/cards/tokenization'
import { isStorable } from '../gateway/values/storable'
import { listPage, listQuery, mark, withDefaultSort } from '../core/lists/list'
import { cardExpiries, cardTokenList, cardTokenSources, rowsPer } from './filters'

export type CardExpiry = (typeof cardExpiries)[number]
export const soonDays = 60

export const maxOthersListed = 5

/** With search text and no sort, the best matches come first. */
export const cardTokenListQuery = listQuery(cardTokenList)
  .extend({ per: z.enum(rowsPer, { error: 'invalid_choice' }).default('token') })
  .transform(withDefaultSort(cardTokenList))
export type CardTokenListQuery = z.output<typeof cardTokenListQuery>

const cardTokenItem = z.object({
  /** Local. */
  id: z.string(),
  brand: z.string().nullable(),
  last_4: z.string().nullable(),
  holder: z.string().nullable(),
  exp_month: z.int().nullable(),
  exp_year: z.int().nullable(),
  expiry: z.enum(cardExpiries).nullable(),
  /** What the token may be used for. The gateway may add values. */
  contracts: z.array(z.string()),
  test: z.boolean(),
  source: z.enum(cardTokenSources),
  checkout_id: z.string().nullable(),
  notification_id: z.string().nullable(),
  customer_id: z.string().nullable(),
  customer_name: z.string().nullable(),
  email: z.string().nullable(),
  /** Last characters, to distinguish tokens. Empty for short tokens, as it would reveal too much. */
  token_end: z.string(),
  /** Number of stored tokens of this card, including this one. */
  same_card: z.int(),
  created_at: z.iso.datetime(),
})
export type CardTokenItem = z.output<typeof cardTokenItem>

const marks = z.array(mark)
/**
 * `others`: with one row per card, its next newest matching tokens (at most `maxOthersListed`). `marks`: positions of
 * search matches.
 */
const cardTokenListItem = cardTokenItem.extend({
  others: z.array(cardTokenItem).optional(),
  marks: z.object({ brand: marks, last_4: marks, holder: marks, email: marks }).optional(),
})
export type CardTokenListItem = z.output<typeof cardTokenListItem>

/** `alike` and `best` as in every searched list (list.ts). */
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
  uid: z.string().nullable(),
  checkout_description: z.string().nullable(),
  created_by: z.string().nullable(),
  others: z.array(cardTokenItem),
})
export type CardTokenDetail = z.output<typeof cardTokenDetail>

export const revealedCardToken = z.object({ token: z.string() })
export type RevealedCardToken = z.output<typeof revealedCardToken>

/** The body of endpoint 1, and the customer. With `hasThreeDSecure` (a shop setting), a `return_url` is required. */
export const tokenizationCreate = (rules: { hasThreeDSecure: boolean }) =>
  z.strictObject({
    request: tokenizationFields(rules),
    customer_id: z.string().min(1).max(100).refine(isStorable, 'invalid').optional(),
  })

/** The same as a handler takes it. The rules of the shop decide what is in it (server/tokenize.ts). */
export const tokenizationBody = takingMembersOf(
  tokenizationCreate({ hasThreeDSecure: false }),
  z.record(z.string(), z.unknown()),
)
export type TokenizationCreate = z.output<ReturnType<typeof tokenizationCreate>>
export type TokenizationCreateInput = z.input<ReturnType<typeof tokenizationCreate>>

export const tokenizationResult = z.object({
  /** Our ID of the card token. Null after a failure or while a verification is pending. */
  id: z.string().nullable(),
  known: z.boolean(),
  uid: z.string(),
  status: z.string().nullable(),
  message: z.string().nullable(),
  tokenization: z.object({ status: z.string().nullable(), message: z.string().nullable() }).nullable(),
  test: z.boolean(),
  /** Page where the customer passes a verification or sees its result. */
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
  /** Names and values as the gateway gave them: their meaning is not documented. */
  three_d_secure: z.array(z.object({ name: z.string(), value: z.string() })),
  smart_routing_status: z.string().nullable(),
})
export type TokenizationResult = z.output<typeof tokenizationResult>
