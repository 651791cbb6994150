import 'server-only'
import { tokenizationRequestIn, type TokenizationRequest } from '../../gateway/cards/tokenization'
import { presentNumber } from '../cards/present'
import type { Call } from '../http/endpoints'
import { invalidTokenization, nestedErrors, json } from '../http/refusal'
import { currentReading } from '../http/lenient'
import type { Order } from '../transactions/duplicates'
import { processOrder } from '../transactions/process'

/**
 * Endpoint 1, POST /transactions/tokenizations. Returns 200 and `{transaction}` for any outcome, or 422 with nested
 * errors. The status 200 is inferred: it was seen for payments. Requires `return_url` if the shop has 3-D Secure on.
 * Accepts any 12 to 19 digits as a card; a number that is not a test card behaves like 4200000000000000 (inferred).
 * Does not check card expiry: clients were seen to test with years long past.
 *
 * Card number and CVC go no further than this function.
 */
export async function createTokenization({ engine, shop, body }: Call): Promise<Response> {
  const schema = tokenizationRequestIn(currentReading(), { hasThreeDSecure: shop.threeDSecure })
  const parsed = schema.safeParse(await body())
  if (!parsed.success) throw invalidTokenization(nestedErrors(parsed.error.issues))
  const { credit_card: entered, ...request } = parsed.data.request
  const card = presentNumber(
    shop,
    {
      number: entered.number,
      verification_value: entered.verification_value,
      holder: entered.holder ?? null,
      exp_month: Number(entered.exp_month),
      exp_year: Number(entered.exp_year),
    },
    { isAnyNumberAccepted: true },
  )
  if (!card) throw invalidTokenization({ credit_card: { number: ['is not a card number'] } })
  const made = await processOrder(engine, shop, orderOf(request), card, {
    attempt: null,
    isDuplicateRefused: request.duplicate_check !== false,
  })
  if (!made) throw new Error('a tokenization has no attempt to repeat')
  return json({ transaction: made.transaction })
}

type Request = Omit<TokenizationRequest['request'], 'credit_card'>

function orderOf(request: Request): Order {
  return {
    source: { kind: 'tokenization' },
    type: 'tokenization',
    amount: request.amount,
    currency: request.currency,
    description: request.description,
    trackingId: request.tracking_id ?? null,
    language: request.language ?? 'en',
    test: request.test ?? false,
    billingDescriptor: request.dynamic_billing_descriptor ?? null,
    notificationUrl: request.notification_url ?? null,
    verificationUrl: request.verification_url ?? null,
    returnUrl: request.return_url ?? null,
    threeDSecure: {
      skip: request.skip_three_d_secure_verification ?? false,
      force: request.force_three_d_secure_verification ?? false,
    },
    receiptText: request.additional_data?.receipt_text ?? [],
    contract: request.additional_data?.contract ?? [],
    additionalData: {},
    repeated: repeated(request),
    payer: request.customer ?? null,
    billingAddress: request.billing_address ?? null,
  }
}

/** Returns the sent parameters that the response repeats and that have no row of their own in it. */
function repeated(request: Request): Record<string, unknown> {
  const { duplicate_check, dynamic_billing_descriptor, notification_url, verification_url, return_url } =
    request
  const { skip_three_d_secure_verification, force_three_d_secure_verification, three_d_secure, travel } =
    request
  const sent = {
    duplicate_check,
    dynamic_billing_descriptor,
    notification_url,
    verification_url,
    return_url,
    skip_three_d_secure_verification,
    force_three_d_secure_verification,
    three_d_secure,
    travel,
  }
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
}
