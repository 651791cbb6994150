import 'server-only'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { getTranslator } from '../../../core/i18n/server'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { openedKey, secretKeyContext } from '../../../core/server/shop/load'
import { oldSecretKeys } from '../../../core/server/tables/shops'
import { type ShopRow, updateShop, withLockedShop } from '../../../core/server/shop/change'
import type { Database } from '../../../db/database'
import { forgetKnownShops } from '../../../notifications/server/receiving/verify'
import type { OldKeyRestore, KeyRotation, ShopConnection } from '../../schema'
import { sandboxShops } from '../create'
import { describe } from './connection'
import { requireUsable, testWith } from './test-connection'

/**
 * Replaces the secret key. Calls use the new one at once. The old one counts as evidence of notifications for
 * `keep_hours`, because the provider may still use it, and can be used again within that time.
 * @throws AppError `conflict`, `connection_failed`, `invalid` if it is the key in use
 */
export async function rotateKey(context: ActorContext, rotation: KeyRotation): Promise<ShopConnection> {
  const { engine, shop } = context
  const { secret_key: key, keep_hours: hours, version } = rotation
  if (!rotation.accept_untested && shop.mode !== 'sandbox')
    requireUsable(await testWith(context, { secret_key: key }))
  const row = await withLockedShop(context, { version }, async (tx, before) => {
    if (openedKey(engine.sealer, shop.id, before.secretKeySealed) === key) throw sameKey()
    const keySealed = engine.sealer.seal(key, secretKeyContext(shop.id))
    await tellSandbox(tx, before, key)
    const after = await replaceKey(tx, before, { keySealed, by: context.actor.userId, hours })
    await recordActivity(tx, context, { action: 'shop.key_replaced', detail: { keep_hours: hours } })
    return after
  })
  forgetKnownShops()
  return describe(context, row)
}

/**
 * Uses a replaced key again, in one step and without signing in again: the key was entered by an owner before, and
 * nothing secret is revealed. The key in use before counts as evidence for the time that the
 * restored key had left.
 * @throws AppError `conflict`, `not_found` if the key is no longer kept
 */
export async function restoreKey(
  context: ActorContext,
  { id, version }: OldKeyRestore,
): Promise<ShopConnection> {
  const { engine, shop } = context
  const row = await withLockedShop(context, { version }, async (tx, before) => {
    const [old] = await tx
      .delete(oldSecretKeys)
      .where(
        and(eq(oldSecretKeys.shopId, shop.id), eq(oldSecretKeys.id, id), gt(oldSecretKeys.until, sql`now()`)),
      )
      .returning()
    if (!old) throw new AppError('not_found')
    const { keySealed, until } = old
    await tellSandbox(tx, before, engine.sealer.unseal(keySealed, secretKeyContext(shop.id)))
    const after = await replaceKey(tx, before, { keySealed, by: context.actor.userId, until })
    await recordActivity(tx, context, { action: 'shop.key_restored' })
    return after
  })
  forgetKnownShops()
  return describe(context, row)
}

/**
 * Sets the key at the sandbox, which has no page to change it.
 * @throws AppError `invalid` while the sandbox is off
 */
async function tellSandbox(
  tx: Database,
  { mode, gatewayShopId: shopId }: ShopRow,
  key: string,
): Promise<void> {
  if (mode !== 'sandbox') return
  const sandbox = sandboxShops.peek()
  if (!sandbox) throw new AppError('invalid', { errors: { base: [getTranslator('shops')('noSandbox')] } })
  await sandbox.provide(tx, { shopId, secretKey: key })
}

const sameKey = () => new AppError('invalid', { errors: { secret_key: [getTranslator('shops')('sameKey')] } })

type Replacement = {
  keySealed: Buffer
  /** Null: the environment. */
  by: string | null
} & ({ hours: number } | { until: Date })

/** Replaces the key of a locked shop, and keeps the old one. */
export async function replaceKey(tx: Database, before: ShopRow, replacement: Replacement): Promise<ShopRow> {
  const { keySealed, by } = replacement
  const until =
    'until' in replacement
      ? replacement.until
      : sql<Date>`now() + make_interval(hours => ${replacement.hours})`
  await tx.insert(oldSecretKeys).values({
    shopId: before.id,
    id: uuidv7(),
    keySealed: before.secretKeySealed,
    setAt: before.secretKeySetAt,
    setBy: before.secretKeySetBy,
    replacedBy: by,
    until,
  })
  return updateShop(tx, before, {
    secretKeySealed: keySealed,
    secretKeySetAt: new Date(),
    secretKeySetBy: by,
  })
}

export async function forgetOldSecretKeys(db: Database): Promise<void> {
  await db.delete(oldSecretKeys).where(lt(oldSecretKeys.until, sql`now()`))
}
