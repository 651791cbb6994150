import { z } from 'zod'
import { currency, naturalNumber } from '../gateway/values/schemas'
import { isStorable } from '../gateway/values/storable'
import { testResult } from './schema'

export const sampleKinds = [
  'successful',
  'failed',
  'incomplete',
  'authorization',
  'refund',
  'tokenization',
  'expired',
  'verification',
] as const
type SampleKind = (typeof sampleKinds)[number]

/** Prefix of a sample's UID or payment token, which marks it as a sample everywhere. */
export const samplePrefix = 'sample-'

const line = z.string({ error: 'required' }).trim().max(255, 'too_long').refine(isStorable, 'invalid')

const fields = {
  kind: z.enum(sampleKinds, { error: 'invalid_choice' }),
  /** Minor units. */
  amount: naturalNumber,
  currency,
  description: line.min(1, 'blank'),
  tracking_id: line,
  /** `sample-` and a UUID. Sending the same UID again repeats the transaction. */
  uid: z.string({ error: 'required' }).regex(/^sample-[0-9a-f-]{36}$/, 'invalid'),
  created_at: z.iso.datetime('invalid'),
}

/** `target`: `here` (this shop's notification address), or an endpoint's ID. */
export const sampleRequest = z.strictObject({
  ...fields,
  target: z.union([z.literal('here'), z.uuid()], { error: 'invalid_choice' }),
})
export type SampleRequest = z.output<typeof sampleRequest>

export const sampleResult = testResult.extend({
  /** The body of this server's answer; null if sent to an endpoint. */
  answer: z.string().nullable(),
  /** ID of the stored notification; null if sent to an endpoint, or if not stored. */
  notification_id: z.string().nullable(),
})
export type SampleResult = z.output<typeof sampleResult>

type SampleOrder = Omit<SampleRequest, 'target'>

type SampleFacts = { type: string; status: string; message: string; threeDSecure: string | null }

const sampleFacts: Record<Exclude<SampleKind, 'expired'>, SampleFacts> = {
  successful: { type: 'payment', status: 'successful', message: 'Successfully processed', threeDSecure: 'successful' },
  failed: { type: 'payment', status: 'failed', message: 'Payment was declined', threeDSecure: 'successful' },
  incomplete: { type: 'payment', status: 'incomplete', message: 'Waiting for 3-D Secure', threeDSecure: 'incomplete' },
  authorization: { type: 'authorization', status: 'successful', message: 'Successfully processed', threeDSecure: 'successful' },
  refund: { type: 'refund', status: 'successful', message: 'Successfully refunded', threeDSecure: null },
  tokenization: { type: 'tokenization', status: 'successful', message: 'Successfully tokenized', threeDSecure: null },
  verification: { type: 'payment', status: 'incomplete', message: 'Verification', threeDSecure: null },
} // prettier-ignore

/**
 * Returns the body that the gateway would post (docs/gateway.md#notifications): a test transaction, or an expired
 * payment token. It has no card token, because one that the gateway does not know would be stored.
 */
export const sampleBody = (order: SampleOrder): Record<string, unknown> =>
  order.kind === 'expired'
    ? expiredBody(order)
    : { transaction: transactionBody(order, sampleFacts[order.kind]) }

function transactionBody(order: SampleOrder, { type, status, message, threeDSecure }: SampleFacts) {
  const { uid, amount, currency: money, created_at: at } = order
  const isMoved = status === 'successful' && type !== 'tokenization'
  return {
    uid,
    id: uid,
    status,
    message,
    type,
    // The refunded payment is a sample, too.
    ...(type === 'refund' ? { parent_uid: `${uid}-paid` } : {}),
    payment_method_type: 'credit_card',
    amount,
    currency: money,
    description: order.description,
    tracking_id: order.tracking_id || null,
    language: 'en',
    test: true,
    created_at: at,
    updated_at: at,
    paid_at: isMoved ? at : null,
    credit_card: sampleCard,
    three_d_secure_verification: threeDSecure === null ? null : { status: threeDSecure },
    additional_data: {},
    customer: { ip: null, email: null },
    billing_address: null,
    [type]: status === 'incomplete' ? null : { message, status, amount, currency: money },
  }
}

const sampleCard = {
  brand: 'visa',
  product: null,
  last_4: '0000',
  first_1: '4',
  bin: '420000',
  bin_8: null,
  issuer_country: 'US',
  issuer_name: null,
  stamp: null,
  token: null,
  holder: 'Sample Payer',
  exp_month: 12,
  exp_year: 2035,
}

const expiredBody = ({
  uid,
  amount,
  currency: money,
  description,
  tracking_id: trackingId,
}: SampleOrder) => ({
  token: uid,
  transaction_type: 'payment',
  gateway_response: null,
  order: { amount, currency: money, description, tracking_id: trackingId || null },
  finished: false,
  expired: true,
  test: true,
  status: 'error',
  message: 'Token is expired.',
})
