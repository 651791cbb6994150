import 'server-only'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { cardSources, checkoutForm, type CheckoutFormOutput } from '../../gateway/checkouts/form'
import { presentNumber, presentSaved, presentToken } from '../cards/present'
import type { Engine } from '../../db/engine'
import type { PublicCall } from '../http/endpoints'
import { json, notFound, Refusal } from '../http/refusal'
import { loadShop, type Shop } from '../shops/shops'
import { findAttempt } from '../transactions/find'
import type { PresentedCard, TransactionStatus } from '../transactions/duplicates'
import { processOrder } from '../transactions/process'
import { nextStep, resultView } from '../transactions/result'
import { autoPayAttempt, cardTokenOf, type Checkout, checkoutStateOf } from './find'
import { offeredCards, type OfferedCards } from './cards'
import { editableFields, orderOf } from './create'
import { refuseUnpayable } from './effects'
import { currentCheckout } from './expire'
import { readPayerCookie, writePayerCookie } from './page-view'

type Errors = Record<string, string[]>
type Form = Record<string, unknown>
const refuseFields = (errors: Errors) =>
  new Refusal(422, 'Payment form is invalid', { code: 'invalid', errors })

/**
 * Handles the form of the hosted page. Returns 201 `{uid, status, next}`, where `next` is the browser's next address;
 * 200 with the same for an attempt answered before; 422 `errors` (codes by field); 409 `code` finished, expired or
 * stale_page (the attempt is another token's); 404.
 *
 * Card number and CVC go no further than this function: only the card's description, the CVC result and the test card's
 * behaviour do. Read-only fields come from the payment token.
 */
export async function payCheckout({
  engine,
  params,
  body,
  header,
}: PublicCall<{ token: string }>): Promise<Response> {
  const sent = await body()
  const checkout = await currentCheckout(engine, params.token)
  const shop = checkout && (await loadShop(engine.db, engine.sealer, checkout.shopId))
  if (!checkout || !shop) throw notFound()
  // Before validation: the payment itself may have changed what the page offers.
  const earlier = await earlierAttempt(engine, checkout, sent.attempt)
  if (earlier) return json(await answerOf(engine, checkout, earlier))
  const state = checkoutStateOf(checkout)
  if (state !== 'payable') throw refuseUnpayable(state)

  const payer = { engine, shop, checkout, payerId: readPayerCookie(header('cookie')) }
  const offered = await offeredCards(engine, shop, checkout, payer.payerId)
  const form = readForm(checkout, offered, sent)
  const card = await presentCard(payer, form)
  if (offered.excludedBrands.includes(card.description.brand))
    throw refuseFields({ number: ['brand_excluded'] })
  const { isGiven, rememberFor } = consentOf(offered, form, payer.payerId)
  const order = orderOf(shop, checkout, { form, sent, isGiven })
  const { attempt } = form
  const made = await processOrder(engine, shop, order, card, { attempt, rememberFor })
  if (!made) {
    const recorded = await earlierAttempt(engine, checkout, attempt)
    if (!recorded) throw new Error('an attempt that was recorded before is not there')
    return json(await answerOf(engine, checkout, recorded))
  }
  const answer = await answerOf(engine, checkout, { attempt, uid: made.uid, status: made.status })
  return json(answer, 201, rememberFor === null ? {} : { 'Set-Cookie': writePayerCookie(rememberFor) })
}

/** @throws Refusal 422 */
function readForm(checkout: Checkout, offered: OfferedCards, sent: Form): CheckoutFormOutput {
  const source = cardSources.find((known) => known === (sent.source ?? 'entered'))
  if (!source || !offered.sources.includes(source)) throw refuseFields({ source: ['method_unavailable'] })
  const form = checkoutForm({
    source,
    fields: editableFields(checkout.request),
    isHolderReadOnly: checkout.request.settings.credit_card_fields?.read_only?.includes('holder') ?? false,
    isCodeNeeded: (offered.storedCard?.isCodeNeeded ?? false) && !isAutomatic(checkout, sent.attempt),
  }).safeParse({ ...sent, source })
  if (form.success) return form.data
  const errors: Errors = {}
  for (const { path, message } of form.error.issues) (errors[String(path[0] ?? 'base')] ??= []).push(message)
  throw refuseFields(errors)
}

type Payer = { engine: Engine; shop: Shop; checkout: Checkout; payerId: string | null }

/** @throws Refusal 422 for the number, or for the chosen card */
async function presentCard(
  { engine, shop, checkout, payerId }: Payer,
  form: CheckoutFormOutput,
): Promise<PresentedCard> {
  const { verification_value } = form
  if (form.source === 'entered') {
    const holder = form.holder ?? (checkout.request.settings.credit_card_fields?.holder || null)
    const card = { number: form.number, verification_value, holder, ...form.expiry }
    const presented = presentNumber(shop, card, { isAnyNumberAccepted: false })
    if (!presented) throw refuseFields({ number: ['not_a_test_card'] })
    return presented
  }
  const token = form.source === 'stored' ? cardTokenOf(engine.sealer, checkout) : null
  const presented =
    form.source === 'saved'
      ? payerId && (await presentSaved(engine, shop, payerId, form.card_id, verification_value))
      : token && (await presentToken(engine, shop, token, verification_value))
  if (!presented) throw refuseFields({ [form.source === 'saved' ? 'card_id' : 'source']: ['unknown_card'] })
  return presented
}

/**
 * Evaluates the save-card toggle, if it was shown and on (docs/gateway.md#settings): the card is given to the merchant
 * or remembered for this browser. A stored card is skipped: the merchant already has it.
 */
function consentOf(
  { saveCardToggle: toggle }: OfferedCards,
  form: CheckoutFormOutput,
  payerId: string | null,
) {
  const isOn = toggle !== null && form.save === true && form.source !== 'stored'
  return {
    isGiven: isOn && toggle.isForMerchant,
    rememberFor: isOn && !toggle.isForMerchant ? (payerId ?? randomUUID()) : null,
  }
}

const isAutomatic = (checkout: Checkout, attempt: unknown) =>
  checkout.request.settings.auto_pay && attempt === autoPayAttempt(checkout)

/** @throws Refusal 409 if the attempt belongs to something else. */
async function earlierAttempt({ db }: Engine, { shopId, token }: Checkout, attempt: unknown) {
  const id = z.uuid().safeParse(attempt)
  const earlier = id.success ? await findAttempt(db, shopId, id.data) : null
  if (!earlier || !id.success) return null
  if (earlier.checkoutToken !== token)
    throw new Refusal(409, 'Attempt was used before', { code: 'stale_page' })
  return { attempt: id.data, uid: earlier.uid, status: earlier.status }
}

type Made = { attempt: string; uid: string; status: TransactionStatus }

/** With `auto_pay` the result sends the payer straight back (docs/gateway.md#settings), if there is an address. */
async function answerOf({ db }: Engine, checkout: Checkout, { attempt, uid, status }: Made) {
  const isOver = isAutomatic(checkout, attempt) && status !== 'incomplete'
  const back = isOver ? (await resultView(uid))?.returnTo : null
  return { uid, status, next: back ?? (await nextStep(db, uid)) }
}
