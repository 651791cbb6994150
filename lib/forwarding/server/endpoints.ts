import 'server-only'
import { isIP } from 'node:net'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { closeAlert } from '../../alerts/server/list'
import { getTranslator } from '../../core/i18n/server'
import { recordActivity } from '../../core/server/activity/record'
import { requireRecentSignIn } from '../../core/server/auth/requirements'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { publishLiveEvent } from '../../core/server/live'
import { openedOrNull } from '../../core/server/secrets/opened'
import { reachOf } from '../../core/server/sending/outgoing'
import { lockShopAs, requireVersion } from '../../core/server/shop/change'
import { newSecret } from '../../core/server/sending/webhook-signature'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'
import { mayReach } from '../../db/outgoing/guarded-request'
import {
  defaultFilters,
  type Endpoint,
  type EndpointChange,
  type EndpointCreate,
  type EndpointList,
  type EndpointWithSecret,
  type EndpointEnable,
} from '../schema'
import { maxEndpoints, oldSecretHours } from '../state'
import { cancelWaiting, disableEndpoint, whereEndpoint } from './disable'
import { loadEndpoint, toEndpoint, whereMissed } from './item'
import { wakeForwarding } from './queue'
import { forwardingEndpoints, forwardingMessages, type EndpointRow } from './tables'

export async function listEndpoints({ engine, shop }: ShopContext): Promise<EndpointList> {
  const rows = await engine.db
    .select()
    .from(forwardingEndpoints)
    .where(and(eq(forwardingEndpoints.shopId, shop.id), isNull(forwardingEndpoints.removedAt)))
    .orderBy(asc(forwardingEndpoints.createdAt), asc(forwardingEndpoints.id))
  const items: Endpoint[] = []
  for (const row of rows) items.push(await toEndpoint(engine.db, row))
  return { items }
}

/** @throws AppError `not_found` */
export const readEndpoint = async (context: ShopContext, id: string): Promise<Endpoint> =>
  toEndpoint(context.engine.db, await loadEndpoint(context.engine.db, context, id))

/**
 * Creates an endpoint. The secret is returned only once and stored sealed.
 * @throws AppError `invalid` if the address is not allowed (`refuseAddress`) or the shop has too many endpoints;
 *   `forbidden` for a person who was demoted meanwhile
 */
export async function createEndpoint(
  context: ActorContext,
  { name, url, filters = defaultFilters }: EndpointCreate,
): Promise<EndpointWithSecret> {
  const { engine, shop, actor } = context
  await refuseAddress(context, url)
  const id = uuidv7()
  const secret = newSecret()
  const made = await engine.db.transaction(async (tx) => {
    await lockShopAs(tx, context, 'forwarding.manage')
    await refuseTooMany(tx, context)
    const [row] = await tx
      .insert(forwardingEndpoints)
      .values({
        shopId: shop.id,
        id,
        name,
        url,
        filters,
        secretSealed: sealSecret(engine, { shopId: shop.id, id }, secret),
        createdAt: sql`now()`,
        createdBy: actor.userId,
      })
      .returning()
    await recordActivity(tx, context, { action: 'forwarding.created', subject: id, detail: { name } })
    if (!row) throw new Error('what was inserted did not come back')
    return toEndpoint(tx, row)
  })
  await publishLiveEvent(context, { kind: 'forwarding' })
  return { ...made, secret }
}

/**
 * Changes name, address or filters, or disables the endpoint. Waiting messages go to the new address. A new address
 * needs a recent sign-in, because notifications go there.
 * @throws AppError `not_found`, `invalid`, `sign_in_again`, `conflict` if someone else changed it meanwhile
 */
export async function changeEndpoint(
  context: ActorContext,
  id: string,
  { enabled, version, ...change }: EndpointChange,
): Promise<Endpoint> {
  const { engine, shop } = context
  if (change.url !== undefined) await refuseAddress(context, change.url)
  const changed = await engine.db.transaction(async (tx) => {
    const before = await holdEndpoint(tx, context, id)
    if (change.url !== undefined && change.url !== before.url) requireRecentSignIn(context.actor)
    const here = { shopId: shop.id, id }
    if (version !== undefined) {
      requireVersion(before, version)
      await tx
        .update(forwardingEndpoints)
        .set({ ...change, version: version + 1 })
        .where(whereEndpoint(here))
    }
    if (enabled === false) await disableEndpoint(tx, here, 'hand')
    const detail = { fields: [...Object.keys(change), ...(enabled === false ? ['enabled'] : [])] }
    await recordActivity(tx, context, { action: 'forwarding.changed', subject: id, detail })
    return toEndpoint(tx, await loadEndpoint(tx, context, id))
  })
  await publishLiveEvent(context, { kind: 'forwarding' })
  return changed
}

/**
 * Removes an endpoint and cancels its waiting messages.
 * @throws AppError `not_found`
 */
export async function removeEndpoint(context: ActorContext, id: string): Promise<{ id: string }> {
  const { engine, shop } = context
  await engine.db.transaction(async (tx) => {
    const { name } = await holdEndpoint(tx, context, id)
    await tx
      .update(forwardingEndpoints)
      .set({ removedAt: sql`now()`, enabled: false })
      .where(whereEndpoint({ shopId: shop.id, id }))
    await cancelWaiting(tx, { shopId: shop.id, id })
    await closeAlert(tx, shop.id, { kind: 'forwarding_disabled', subject: id }, 'quiet')
    await recordActivity(tx, context, { action: 'forwarding.removed', subject: id, detail: { name } })
  })
  await publishLiveEvent(context, { kind: 'forwarding' })
  return { id }
}

/**
 * Creates a new secret, which is returned only this once. For `oldSecretHours`, the previous one signs, too.
 * @throws AppError `not_found`
 */
export async function rotateSecret(context: ActorContext, id: string): Promise<EndpointWithSecret> {
  const { engine, shop } = context
  const secret = newSecret()
  const changed = await engine.db.transaction(async (tx) => {
    const before = await holdEndpoint(tx, context, id)
    await tx
      .update(forwardingEndpoints)
      .set({
        secretSealed: sealSecret(engine, { shopId: shop.id, id }, secret),
        oldSecretSealed: before.secretSealed,
        oldSecretUntil: sql`now() + make_interval(hours => ${oldSecretHours})`,
      })
      .where(whereEndpoint({ shopId: shop.id, id }))
    await recordActivity(tx, context, { action: 'forwarding.secret_rotated', subject: id })
    return toEndpoint(tx, await loadEndpoint(tx, context, id))
  })
  await publishLiveEvent(context, { kind: 'forwarding' })
  return { ...changed, secret }
}

/**
 * Loads an endpoint to change it. Locks the shop and the endpoint until the transaction ends.
 * @throws AppError `not_found`; `forbidden` for a person who was demoted meanwhile
 */
async function holdEndpoint(tx: Database, context: ActorContext, id: string): Promise<EndpointRow> {
  await lockShopAs(tx, context, 'forwarding.manage')
  return loadEndpoint(tx, context, id, { isHeld: true })
}

/**
 * Refuses another endpoint at the limit. Call with the shop locked, so that parallel requests cannot exceed it.
 * @throws AppError `invalid`
 */
async function refuseTooMany(tx: Database, { shop }: ActorContext): Promise<void> {
  const whereShop = and(eq(forwardingEndpoints.shopId, shop.id), isNull(forwardingEndpoints.removedAt))
  const known = await tx.$count(forwardingEndpoints, whereShop)
  if (known >= maxEndpoints) throw refused('name', 'tooMany')
}

/**
 * Refuses addresses that would fail at every attempt: plain HTTP (except to this machine, if the shop allows that) and
 * IP addresses in closed networks. Host names are checked at each request.
 * @throws AppError `invalid`
 */
async function refuseAddress(
  { engine, shop }: Pick<ShopContext, 'engine' | 'shop'>,
  url: string,
): Promise<void> {
  const { protocol, hostname, port: given } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const isLocal = host === 'localhost' || host.endsWith('.localhost')
  const rules = await reachOf(engine, shop)
  const port = Number(given || (protocol === 'https:' ? 443 : 80))
  const address = isLocal ? '127.0.0.1' : isIP(host) === 0 ? null : host
  if (address !== null && !mayReach(address, { protocol: 'https:', port }, rules))
    throw refused('url', 'closedNetwork')
  const isPlainFine = address !== null && mayReach(address, { protocol, port }, rules)
  if (protocol !== 'https:' && !isPlainFine)
    throw refused('url', rules.allowLoopback === true ? 'httpsOrLocal' : 'httpsOnly')
}

const refused = (field: 'name' | 'url', key: 'tooMany' | 'closedNetwork' | 'httpsOrLocal' | 'httpsOnly') =>
  new AppError('invalid', {
    errors: { [field]: [getTranslator('forwarding.problems')(key, { most: maxEndpoints })] },
  })

/**
 * Enables an endpoint. With `resend`, sends the messages that it missed. Does nothing if it is already enabled.
 * @throws AppError `not_found`
 */
export async function enableEndpoint(
  context: ActorContext,
  id: string,
  { resend }: EndpointEnable,
): Promise<Endpoint> {
  const { engine, shop, actor } = context
  const enabled = await engine.db.transaction(async (tx) => {
    const before = await holdEndpoint(tx, context, id)
    if (before.enabled) return toEndpoint(tx, before)
    if (resend)
      await tx
        .update(forwardingMessages)
        .set({ ...newRound(), requestedBy: actor.userId })
        .where(whereMissed(before))
    await tx
      .update(forwardingEndpoints)
      .set({
        enabled: true,
        disabledAt: null,
        disabledReason: null,
        failingSince: null,
        givenUpSinceSuccess: 0,
      })
      .where(whereEndpoint({ shopId: shop.id, id }))
    await closeAlert(tx, shop.id, { kind: 'forwarding_disabled', subject: id })
    await recordActivity(tx, context, { action: 'forwarding.resumed', subject: id, detail: { resend } })
    return toEndpoint(tx, await loadEndpoint(tx, context, id))
  })
  await wakeForwarding(engine.queues, shop.id, [id])
  await publishLiveEvent(context, { kind: 'forwarding' })
  return enabled
}

/** Returns the fields that start a new round of attempts now. */
export const newRound = () => ({
  state: 'waiting' as const,
  roundAt: sql`now()`,
  roundAttempts: 0,
  nextAttemptAt: sql`now()`,
})

/** Seal context: a secret copied to another endpoint cannot be unsealed. */
export const forwardingSecretContext = (shopId: string, endpointId: string): string =>
  `shop:${shopId}:forwarding:${endpointId}:secret`

type Of = { shopId: string; id: string }

const sealSecret = ({ sealer }: Pick<Engine, 'sealer'>, { shopId, id }: Of, secret: string): Buffer =>
  sealer.seal(secret, forwardingSecretContext(shopId, id))

type Sealed = Of & Pick<EndpointRow, 'secretSealed' | 'oldSecretSealed' | 'oldSecretUntil'>

/**
 * Returns the secrets to sign with now, newest first. Never store, log or return them. Leaves out the previous secret if
 * no key unseals it, so that the current one can still sign.
 * @throws UnopenedError if no key unseals the current one
 */
export function signingSecrets({ sealer }: Pick<Engine, 'sealer'>, row: Sealed): string[] {
  const context = forwardingSecretContext(row.shopId, row.id)
  const isOldGood = row.oldSecretUntil !== null && row.oldSecretUntil > new Date()
  const current = row.secretSealed === null ? null : sealer.unseal(row.secretSealed, context)
  const old = isOldGood && row.oldSecretSealed ? openedOrNull(sealer, row.oldSecretSealed, context) : null
  return [current, old].filter((secret) => secret !== null)
}
