import 'server-only'
import { createPublicKey, randomBytes } from 'node:crypto'
import type { Engine } from '../../../db/engine'
import { gatewayReachOf, reachOf } from '../../../core/server/sending/outgoing'
import { secretKey } from '../../../core/server/shop/load'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import { AppError, type GatewayError } from '../../../core/server/errors'
import { noteCall } from '../../../gateway/client/health'
import { isPrivateKey, readPublicKey } from '../../../notifications/server/receiving/authenticity'
import type {
  AddressReport,
  CheckCode,
  ConnectionReport,
  ConnectionTest,
  GatewayAddressNames,
  PublicKeyKind,
  SavedConnectionTest,
} from '../../schema'
import { requireRecentSignIn } from '../../../core/server/auth/requirements'
import { probe } from './probe'
import type { Probed, Rules } from './probe-answer'

/** Tests a connection that is not saved. The test creates nothing at the gateway. */
export async function testConnection(
  { engine }: { engine: Engine },
  given: ConnectionTest,
): Promise<ConnectionReport> {
  return reportOn(given, { reach: await reachOf(engine, { mode: 'live' }) })
}

/**
 * Tests a shop's connection, with another key or other addresses if they are given. Needs a recent sign-in if the saved
 * key would be sent to another address.
 */
export async function testSavedConnection(
  context: ActorContext,
  given: SavedConnectionTest,
): Promise<ConnectionReport> {
  const hasNewAddress = changesAddress(context, given)
  if (hasNewAddress && given.secret_key === undefined) requireRecentSignIn(context.actor)
  return testWith(context, given, hasNewAddress)
}

/** Whether any address differs from the shop's. */
export const changesAddress = ({ shop }: Pick<ShopContext, 'shop'>, given: Partial<Addresses>): boolean =>
  Object.entries(addressesOf({ shop })).some(([name, url]) => {
    const other = given[name as GatewayAddressNames]
    return other !== undefined && other !== url
  })

type Addresses = Record<GatewayAddressNames, string>

const addressesOf = ({ shop }: Pick<ShopContext, 'shop'>): Addresses => ({
  gateway_url: shop.gatewayUrl,
  apm_url: shop.apmUrl,
  checkout_url: shop.checkoutUrl,
})

/** Tests a shop's connection with these changes. */
export async function testWith(
  context: ShopContext,
  given: Partial<Addresses & { secret_key: string }>,
  hasNewAddress = changesAddress(context, given),
): Promise<ConnectionReport> {
  const { engine, shop } = context
  const reach = hasNewAddress ? await reachOf(engine, { mode: 'live' }) : await gatewayReachOf(context)
  const tested = {
    gateway_shop_id: shop.gatewayShopId,
    secret_key: secretKey(context),
    ...addressesOf(context),
    public_key: shop.publicKey,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  }
  const report = await reportOn(tested, { reach })
  if (!hasNewAddress) noteTest(shop.id, report, { hasOtherKey: given.secret_key !== undefined })
  return report
}

/**
 * Records the health of the gateway after a test of the shop's own addresses. A wrong key that is not the saved one
 * does not count.
 */
function noteTest(
  shopId: string,
  { addresses }: ConnectionReport,
  { hasOtherKey }: { hasOtherKey: boolean },
) {
  const failed = addresses.find((one) => !isFine(one))
  const failure = failed ? failureOf(failed) : null
  const shown = failed ?? addresses[0]
  if (!shown || (hasOtherKey && failure === 'gateway_credentials')) return
  const [method = '', url = ''] = shown.request.split(' ')
  const request = `${method} ${new URL(url).pathname}`
  noteCall(shopId, { latencyMs: shown.took_ms, failure, request })
}

const failures: Partial<Record<CheckCode, GatewayError['code']>> = {
  answer_cut: 'gateway_unavailable',
  answer_late: 'gateway_timeout',
  credentials_wrong: 'gateway_credentials',
  gateway_error: 'gateway_unavailable',
  path_unknown: 'gateway_not_found',
  rate_limited: 'gateway_rate_limited',
  redirect: 'gateway_redirect',
  speaks_https: 'gateway_unavailable',
}

/** The failure that a call to an address with such checks would have. */
function failureOf({ checks }: AddressReport): GatewayError['code'] {
  const check = checks.find(({ state }) => state === 'failed')
  const isAnswered = check?.name === 'authentication' || check?.name === 'answer'
  return (check && failures[check.code]) ?? (isAnswered ? 'gateway_unreadable' : 'gateway_unavailable')
}

/** @throws AppError `connection_failed` */
export function requireUsable(report: ConnectionReport): void {
  if (!report.is_usable) throw new AppError('connection_failed', { current: { report } })
}

async function reportOn(given: ConnectionTest, rules: Rules): Promise<ConnectionReport> {
  const addresses = blameKey(await Promise.all(probesOf(given).map((one) => probe(one, rules))))
  const key = describePublicKey(given.public_key)
  return {
    is_usable: addresses.every(isFine) && (key.kind === 'rsa' || key.kind === 'none'),
    tested_at: new Date().toISOString(),
    addresses,
    public_key: key,
  }
}

/** A key that another address refuses is wrong, so a refusal by tokenizations does not mean that they are closed. */
function blameKey(addresses: AddressReport[]): AddressReport[] {
  const isRefused = addresses.some(({ checks }) => checks.some(({ code }) => code === 'credentials_wrong'))
  if (!isRefused) return addresses
  return addresses.map((one) => ({
    ...one,
    checks: one.checks.map((check) =>
      check.code === 'tokenization_closed' ? { ...check, state: 'failed', code: 'credentials_wrong' } : check,
    ),
  }))
}

const isFine = ({ checks }: AddressReport) => checks.every(({ state }) => state !== 'failed')

/**
 * The list of products needs the right credentials. The other endpoints only write, so they get a request without
 * content, which a gateway refuses.
 */
function probesOf({ gateway_shop_id: id, secret_key: key, ...given }: ConnectionTest): Probed[] {
  const headers = {
    authorization: `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`,
    accept: 'application/json',
  }
  const posting = { ...headers, 'content-type': 'application/json' }
  const empty = (name: string) => Buffer.from(JSON.stringify({ [name]: {} }))
  const products = `${given.apm_url}/products`
  return [
    {
      address: 'apm_url',
      base: given.apm_url,
      method: 'GET',
      url: products,
      headers,
      quickUrl: `${products}/prd_${randomBytes(8).toString('hex')}`,
    },
    {
      address: 'checkout_url',
      base: given.checkout_url,
      method: 'POST',
      url: `${given.checkout_url}/ctp/api/checkouts`,
      headers: { ...posting, 'x-api-version': '2' },
      body: empty('checkout'),
    },
    {
      address: 'gateway_url',
      base: given.gateway_url,
      method: 'POST',
      url: `${given.gateway_url}/transactions/tokenizations`,
      headers: posting,
      body: empty('request'),
    },
  ]
}

/** A pasted public key of the provider. */
export function describePublicKey(text: string | null): { kind: PublicKeyKind; bits: number | null } {
  if (text === null) return { kind: 'none', bits: null }
  const key = readPublicKey(text)
  if (key) return { kind: 'rsa', bits: key.asymmetricKeyDetails?.modulusLength ?? null }
  if (/BEGIN CERTIFICATE/.test(text)) return { kind: 'certificate', bits: null }
  const bytes = Buffer.from(text.replace(/-----[^-]*-----|\\[rn]|\s/g, ''), 'base64')
  if (/PRIVATE KEY/.test(text) || isPrivateKey(bytes)) return { kind: 'private', bits: null }
  return { kind: isPublicKey(bytes) ? 'other_kind' : 'unreadable', bits: null }
}

function isPublicKey(key: Buffer): boolean {
  try {
    return createPublicKey({ key, format: 'der', type: 'spki' }).type === 'public'
  } catch {
    return false
  }
}
