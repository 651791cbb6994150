import 'server-only'
import { z } from 'zod'
import type { VerificationAnswer } from '../schema'
import { guardedRequest } from '../../db/guarded-request'
import type { ShopContext } from '../../core/server/context'
import { reachOf } from '../../core/server/outgoing'
import { signedHeaders } from '../../core/server/webhook-signature'
import type { Received } from './store'

/** For the endpoint's whole answer: the customer waits, and the gateway for us. The sandbox waits 10 s. */
const timeLimitMs = 4_000
/** Of the merchant's own words, in characters. */
const maxText = 200

const endpointAnswer = z.looseObject({ code: z.int().optional(), message: z.string().nullish() })

/**
 * Asks the merchant's own endpoint whether a payment may go on: the body as it is stored, without cards, signed as
 * Standard Webhooks are. A 2xx with a JSON `code` of 0, or without one, lets it on; any other `code`, or a status of 4xx,
 * declines it. What comes neither in time nor readable is a failure, which the shop decided what to make of.
 */
export async function askEndpoint(
  context: ShopContext,
  url: string,
  { body, fingerprint }: Pick<Received, 'body' | 'fingerprint'>,
): Promise<Omit<VerificationAnswer, 'answered_in_ms'>> {
  const { shop, log } = context
  try {
    const send = guardedRequest({
      ...reachOf(shop),
      timeLimitMs,
      maxReplyBytes: 64 * 1024,
    })
    const id = `vrf_${fingerprint.toString('hex').slice(0, 32)}`
    const reply = await send(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...signedHeaders(secretsOf(context), { id, body }) },
      body,
    })
    const { statusCode: status } = reply
    if (status >= 200 && status < 300)
      return judge(status, await reply.body.text(), shop.verificationAcceptsOnFailure)
    // By its status alone: of what it says beside that, nothing is read.
    reply.body.on('error', () => undefined).destroy()
    return status >= 400 && status < 500
      ? declined(status, null)
      : failed(status, shop.verificationAcceptsOnFailure)
  } catch (error) {
    log.warn({ err: error, shop: shop.id }, 'the verification endpoint did not answer')
    return failed(null, shop.verificationAcceptsOnFailure)
  }
}

/** What the endpoint's secret is sealed for. */
export const endpointSecretContext = (shopId: string): string => `shop:${shopId}:verification_secret`

function secretsOf({ engine, shop }: ShopContext): string[] {
  const sealed = shop.verificationSecretSealed
  return sealed === null ? [] : [engine.sealer.unseal(sealed, endpointSecretContext(shop.id))]
}

function judge(status: number, text: string, acceptsOnFailure: boolean) {
  const read = endpointAnswer.safeParse(jsonOf(text))
  if (text.trim() !== '' && !read.success) return failed(status, acceptsOnFailure)
  const { code = 0, message = null } = read.data ?? {}
  if (code !== 0) return declined(status, message)
  return { code: 0, reason: 'endpoint_accepted' as const, message: null, endpoint_status: status }
}

const declined = (status: number, message: string | null) => ({
  code: 1,
  reason: 'endpoint_declined' as const,
  // What a database does not hold is not said.
  message: Array.from((message ?? 'The shop declined the payment').replace(/[\0\p{Surrogate}]/gu, ''))
    .slice(0, maxText)
    .join(''),
  endpoint_status: status,
})

const failed = (status: number | null, accepts: boolean) => ({
  code: accepts ? 0 : 1,
  reason: 'endpoint_failed' as const,
  message: accepts ? null : 'The shop could not be asked',
  endpoint_status: status,
})

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
