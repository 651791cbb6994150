import 'server-only'
import { eq, isNull } from 'drizzle-orm'
import { chatUrlContext } from '../../alerts/server/channels'
import { alertSettings } from '../../alerts/server/tables'
import { cardTokenContext } from '../../card-tokens/server/keep'
import { cardTokens } from '../../card-tokens/server/tables'
import { secretContext } from '../../core/server/accounts/codes'
import { recordActivity } from '../../core/server/activity/record'
import type { Config } from '../../core/server/config/config'
import { ConfigError } from '../../core/server/config/config-error'
import { log } from '../../core/server/log/log'
import { mailPasswordContext } from '../../core/server/sending/mail'
import { secretKeyContext } from '../../core/server/shop/load'
import { factors } from '../../core/server/tables/factors'
import { mailServer, sealing } from '../../core/server/tables/installation'
import { oldSecretKeys, shops } from '../../core/server/tables/shops'
import type { Database } from '../../db/database'
import { sealedColumn, type SealedColumn } from '../../db/resealing'
import type { Sealer } from '../../db/sealing'
import { forwardingSecretContext } from '../../forwarding/server/endpoints'
import { forwardingEndpoints } from '../../forwarding/server/tables'
import { endpointSecretContext } from '../../notifications/server/receiving/verify'
import { cardTokensContext } from '../../notifications/server/redaction/sealed-tokens'
import { notifications } from '../../notifications/server/tables'
import { backupPassphraseContext } from '../../operations/server/backups/plan'
import { backupPlan } from '../../operations/server/tables'

const markKeyContext = 'installation:mark_key'
const shopRowKey = ['shopId', 'id'] as const

/** Every column of the back office that holds sealed values. sealing.test.ts finds one that is missing. */
export const sealedOfOffice: readonly SealedColumn[] = [
  sealedColumn(sealing, 'markKeySealed', ['id'], () => markKeyContext),
  sealedColumn(shops, 'secretKeySealed', ['id'], ({ id }) => secretKeyContext(id)),
  sealedColumn(shops, 'verificationSecretSealed', ['id'], ({ id }) => endpointSecretContext(id)),
  sealedColumn(oldSecretKeys, 'keySealed', shopRowKey, ({ shopId }) => secretKeyContext(shopId)),
  sealedColumn(mailServer, 'passwordSealed', ['id'], () => mailPasswordContext),
  sealedColumn(backupPlan, 'passphraseSealed', ['id'], () => backupPassphraseContext),
  sealedColumn(factors, 'secretSealed', ['userId', 'id'], ({ userId, id }) => secretContext(userId, id)),
  sealedColumn(alertSettings, 'chatUrlSealed', ['shopId'], ({ shopId }) => chatUrlContext(shopId)),
  sealedColumn(cardTokens, 'tokenSealed', shopRowKey, ({ shopId, id }) => cardTokenContext(shopId, id)),
  sealedColumn(notifications, 'cardTokensSealed', shopRowKey, ({ shopId }) => cardTokensContext(shopId)),
  ...(['secretSealed', 'oldSecretSealed'] as const).map((name) =>
    sealedColumn(forwardingEndpoints, name, shopRowKey, ({ shopId, id }) =>
      forwardingSecretContext(shopId, id),
    ),
  ),
]

type Source = Pick<Config, 'sealingKeySource'>

/**
 * Fails early if a key is missing that sealed something. Otherwise calls and notifications would fail later. Records
 * which key seals from now on.
 * @throws ConfigError
 */
export async function prepareSealing(
  db: Database,
  sealer: Sealer,
  { sealingKeySource }: Source,
): Promise<void> {
  const wrongKey = `${sealingKeySource} is not the key that this database was sealed with`
  const [known] = await db.select().from(sealing).where(eq(sealing.id, 1))
  if (!known) {
    if (!(await opensShopKeys(db, sealer))) throw new ConfigError(wrongKey)
    const markKeySealed = sealer.seal(sealer.markKey().toString('base64'), markKeyContext)
    const { key: keyId, old: oldKeyId } = sealer.keyIds()
    await db.insert(sealing).values({ id: 1, markKeySealed, keyId, oldKeyId })
    return
  }
  const here = Object.values(sealer.keyIds())
  if (!here.includes(known.keyId)) throw new ConfigError(wrongKey)
  if (known.oldKeyId !== null && !here.includes(known.oldKeyId))
    throw new ConfigError(
      `${sealingKeySource} is being replaced, and what is still sealed with the old key ${known.oldKeyId} opens with no other; put the old key back`,
    )
  await noteKey(db, sealer)
  const markKey = Buffer.from(sealer.unseal(known.markKeySealed, markKeyContext), 'base64')
  sealer.adoptMarkKey(markKey)
}

/** Whether every shop's key opens. Asked where no key is recorded, as in databases of earlier releases. */
async function opensShopKeys(db: Database, sealer: Sealer): Promise<boolean> {
  const sealedKeys = await db
    .select({ id: shops.id, sealed: shops.secretKeySealed })
    .from(shops)
    .where(isNull(shops.deletedAt))
  try {
    for (const { id, sealed } of sealedKeys) sealer.unseal(sealed, secretKeyContext(id))
    return true
  } catch {
    return false
  }
}

/** Records the key that seals, if it changed. Returns whether it did. */
export async function noteKey(db: Database, sealer: Sealer): Promise<boolean> {
  const { key } = sealer.keyIds()
  const isReplaced = await db.transaction(async (tx) => {
    const [known] = await tx.select().from(sealing).where(eq(sealing.id, 1)).for('update')
    if (!known || known.keyId === key) return false
    await tx
      .update(sealing)
      .set({ keyId: key, oldKeyId: known.keyId, keySince: new Date() })
      .where(eq(sealing.id, 1))
    await recordActivity(
      tx,
      { shop: null, actor: null },
      { action: 'installation.sealing_key_replaced', detail: { from: known.keyId, to: key } },
    )
    return true
  })
  if (isReplaced) log().info({ event: 'sealing.key_replaced', key }, 'a new key seals')
  return isReplaced
}
