import 'server-only'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { AppError, GatewayError } from '../../core/server/errors'
import { publishLiveEvent } from '../../core/server/live'
import { parse } from '../../core/server/route/route'
import { isAnonymised } from '../../customers/server/reading/mirror'
import { tokenizeAtGateway } from '../../gateway/client/endpoints'
import type { FieldErrors } from '../../gateway/errors'
import type { Transaction } from '../../gateway/notifications/transaction'
import { webAddressOf } from '../../gateway/values/schemas'
import { maskCards } from '../../core/server/search/card-numbers'
import { isReachable } from '../../shops/reachable'
import { describeShop } from '../../shops/server/describe'
import { tokenizationCreate, type TokenizationCreate, type TokenizationResult } from '../schema'
import { type CardFacts, cardFactsOf, contractsOf, isTokenized, keepCardToken } from './keep'

/**
 * Tokenizes a typed card (endpoint 1) and stores its token. Card number and CVC exist only in `body` and in the request
 * to the gateway: errors, ours and the gateway's, are returned without them.
 * @throws AppError `direct_tokenization_off` if the shop does not allow it; `invalid`, with errors by path
 *   (`request.credit_card.number`); `gateway_duplicate` (the same card and amount within 30 seconds); `unconfirmed`: if
 *   there is a token, a notification brings it
 * @throws GatewayError with the gateway's errors by path
 */
export async function tokenizeCard(
  context: ActorContext,
  body: Record<string, unknown>,
): Promise<TokenizationResult> {
  if (!context.shop.hasDirectTokenization) throw new AppError('direct_tokenization_off')
  const without = withoutCard(body)
  let input: TokenizationCreate
  try {
    input = parse(tokenizationCreate(context.shop), body)
  } catch (error) {
    throw error instanceof AppError ? without.ofError(error) : error
  }
  const transaction = await send(context, input, without)
  const facts = factsOf(transaction, without)
  const kept = await keep(context, input, { transaction, facts }).catch((cause: unknown) => {
    // The token exists at the gateway, but storing it failed: a retry would create a second one.
    context.log.error({ err: cause, uid: transaction.uid }, 'card token created but not kept')
    throw new AppError('unconfirmed', { cause })
  })
  return { ...kept, ...resultOf({ transaction, facts }, without) }
}

type Made = { transaction: Transaction; facts: CardFacts }

/** Masks the typed number in the holder's name, too. Elsewhere only numbers of known card brands are recognised. */
function factsOf(transaction: Transaction, without: WithoutCard): CardFacts {
  const facts = cardFactsOf(transaction)
  return { ...facts, holder: without.ofText(facts.holder ?? undefined) }
}

async function send(
  context: ActorContext,
  { request }: TokenizationCreate,
  without: WithoutCard,
): Promise<Transaction> {
  try {
    const transaction = await tokenizeAtGateway(context, { request })
    if (isOfAnotherCard(transaction, request))
      throw new GatewayError('gateway_unreadable', { mayHaveHappened: true })
    return transaction
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (!error.mayHaveHappened) throw refusalOf(error, without)
    const { amount, currency } = request
    await recordActivity(context.engine.db, context, {
      action: 'card_token.unconfirmed',
      detail: { amount, currency },
    }).catch((failure: unknown) =>
      // Only logged: with an error other than `unconfirmed`, the caller would send the card again.
      context.log.error({ err: failure }, 'unconfirmed tokenization not recorded'),
    )
    throw new AppError('unconfirmed', { cause: error })
  }
}

/** Whether the answer is about another card, whose token must not be charged for this customer. */
const isOfAnotherCard = (
  { credit_card: answered }: Transaction,
  { credit_card: sent }: TokenizationCreate['request'],
): boolean => !!answered?.last_4 && !sent.number.endsWith(answered.last_4)

/** Converts errors to the paths of our API. The gateway has no code for a duplicate, so its text is checked. */
function refusalOf(error: GatewayError, without: WithoutCard): AppError {
  const texts = [error.detail ?? '', ...Object.values(error.errors ?? {}).flat()]
  if (error.code === 'gateway_rejected' && texts.some((text) => /duplicate/i.test(text)))
    return new GatewayError('gateway_duplicate', { detail: without.ofText(error.detail) })
  const errors = Object.entries(error.errors ?? {}).map(
    ([path, said]) => [path === 'base' ? path : `request.${path}`, said] as const,
  )
  return without.ofError(error, Object.fromEntries(errors))
}

async function keep(
  context: ActorContext,
  input: TokenizationCreate,
  { transaction, facts }: Made,
): Promise<{ id: string | null; known: boolean }> {
  const { engine } = context
  const token = isTokenized(transaction) && transaction.credit_card?.token
  const { request } = input
  const { id, isNew } = await engine.db.transaction(async (tx) => {
    // If the customer was anonymised meanwhile, their cards were deleted, and this one is not kept.
    const { customer_id: customerId } = input
    const isLeftOut = customerId !== undefined && (await isAnonymised(tx, context.shop.id, customerId))
    const kept =
      token && !isLeftOut
        ? await keepCardToken(tx, context, {
            token,
            facts: { ...facts, customerId },
            contracts: [...contractsOf(transaction), ...(request.additional_data?.contract ?? [])],
            test: request.test ?? false,
            source: 'direct',
            createdBy: context.actor.userId,
          })
        : { id: null, isNew: false }
    await recordActivity(tx, context, {
      action: 'card_token.tokenized',
      subject: kept.id ?? undefined,
      detail: { amount: request.amount, currency: request.currency, status: transaction.status ?? null },
    })
    return kept
  })
  if (id !== null) await publishLiveEvent(context, { kind: 'card_token', id })
  return { id, known: id !== null && !isNew }
}

function resultOf(
  { transaction, facts }: Made,
  without: WithoutCard,
): Omit<TokenizationResult, 'id' | 'known'> {
  const { credit_card: card, tokenization: made, three_d_secure_verification: secure } = transaction
  const text = (given: string | null | undefined) => without.ofText(given ?? undefined) ?? null
  return {
    // An ID may have the digits of the security code in it.
    uid: maskCards(transaction.uid ?? '', 'uid'),
    status: text(transaction.status),
    message: text(transaction.message),
    tokenization: made ? { status: text(made.status), message: text(made.message) } : null,
    test: transaction.test ?? false,
    redirect_url: webAddressOf(transaction.redirect_url),
    card: {
      brand: facts.brand ?? null,
      product: facts.product ?? null,
      bin: facts.bin ?? null,
      bin_8: card?.bin_8?.slice(0, 8) ?? null,
      last_4: facts.last4 ?? null,
      issuer_country: facts.issuerCountry ?? null,
      issuer_name: facts.issuerName ?? null,
      holder: facts.holder ?? null,
      exp_month: facts.expMonth ?? null,
      exp_year: facts.expYear ?? null,
    },
    three_d_secure: Object.entries(secure ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [{ name, value: text(value.slice(0, 500)) ?? '' }] : [],
    ),
    smart_routing_status: text(transaction.smart_routing_verification?.status),
  }
}

/** Returns the address for notifications; empty if the gateway cannot reach it. */
export function reachableNotificationUrl(context: ShopContext): string {
  const { notification_url: url, mode } = describeShop(context)
  return isReachable(url, mode) ? url : ''
}

type WithoutCard = {
  ofText: (text: string | undefined) => string | undefined
  /** `errors` replaces the error's own. The cause is dropped. */
  ofError: (error: AppError, errors?: FieldErrors) => AppError
}

const dots = '••••'

/**
 * Returns functions that mask this card's number, in any grouping, and its security code where it is alone. A gateway
 * may repeat what it refuses, and API clients may send the number in another field.
 */
function withoutCard(body: unknown): WithoutCard {
  const { number, verification_value: code } = cardIn(body)
  const digits = number.replace(/\D/g, '').split('')
  const patterns = [
    ...(digits.length >= 8 ? [new RegExp(digits.join('[ -]?'), 'g')] : []),
    ...(/^\d{3,4}$/.test(code) ? [new RegExp(`(?<!\\d)${code}(?!\\d)`, 'g')] : []),
  ]
  const clean = (text: string) =>
    maskCards(patterns.reduce((rest, pattern) => rest.replace(pattern, dots), text))
  return {
    ofText: (text) => text && clean(text),
    ofError(error, given = error.errors) {
      const errors = given && cleanErrors(given, clean)
      const detail = error.detail && clean(error.detail)
      const { retryAfterSeconds } = error
      return error instanceof GatewayError
        ? new GatewayError(error.code as ConstructorParameters<typeof GatewayError>[0], {
            detail,
            errors,
            retryAfterSeconds,
            mayHaveHappened: error.mayHaveHappened,
          })
        : new AppError(error.code, { detail, errors, retryAfterSeconds })
    },
  }
}

const cleanErrors = (errors: FieldErrors, clean: (text: string) => string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([path, texts]) => [clean(path), texts.map(clean)]))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function cardIn(body: unknown): { number: string; verification_value: string } {
  const request = isRecord(body) ? body.request : null
  const card = isRecord(request) ? request.credit_card : null
  const text = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 50) : ''
  return isRecord(card)
    ? { number: text(card.number), verification_value: text(card.verification_value) }
    : { number: '', verification_value: '' }
}
