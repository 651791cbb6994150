import 'server-only'
import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { deleteBatch } from '../../db/delete-batch'
import type { Sealer } from '../../db/sealing'
import { shops } from '../tables/shops'

/** A shop of the emulated gateway with unsealed credentials. The private keys are unsealed only on use. */
export type Shop = {
  id: number
  secretKey: string
  publicKey: string
  notificationUrl: string | null
  verificationUrl: string | null
  url: string | null
  threeDSecure: boolean
  customerEmails: boolean
  saveCardToggle: boolean
  anotherCardToggle: boolean
  retrySpeed: number
  seededAt: Date | null
  /** PKCS #8 PEM. */
  privateKey: () => string
  stampKey: () => Buffer
}

type Secret = 'secret_key' | 'private_key' | 'stamp_key'
export const shopKeyContext = (shopId: number, secret: Secret) => `sandbox:shop:${shopId}:${secret}`

const makeKeyPair = promisify(generateKeyPair)

/**
 * Creates the shop with a key pair to sign notifications, or sets the secret key of an existing shop, whose other keys
 * and settings stay. Safe at every start and in several instances at once.
 */
export async function ensureSandboxShop(
  db: Database,
  sealer: Sealer,
  { shopId, secretKey }: { shopId: number; secretKey: string },
): Promise<void> {
  const secretKeySealed = sealer.seal(secretKey, shopKeyContext(shopId, 'secret_key'))
  const known = await db
    .update(shops)
    .set({ secretKeySealed })
    .where(eq(shops.id, shopId))
    .returning({ id: shops.id })
  if (known.length > 0) return

  const { publicKey, privateKey } = await makeKeyPair('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const stampKey = randomBytes(32).toString('base64')
  await db
    .insert(shops)
    .values({
      id: shopId,
      secretKeySealed,
      privateKeySealed: sealer.seal(privateKey, shopKeyContext(shopId, 'private_key')),
      stampKeySealed: sealer.seal(stampKey, shopKeyContext(shopId, 'stamp_key')),
      publicKey: publicKey.toString('base64'),
    })
    .onConflictDoUpdate({ target: shops.id, set: { secretKeySealed } })
}

/**
 * Removes up to `limit` rows of a shop, and at last the shop. Returns whether nothing is left. Also works while the
 * sandbox is off, and if it was never on and the database lacks its tables.
 */
export async function removeSandboxShop(
  tx: Database,
  { shopId, limit }: { shopId: number; limit: number },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`SELECT 1 WHERE to_regclass('sandbox.shops') IS NOT NULL`)
  if (rows.length === 0) return true
  const isEmpty = await deleteBatch(tx, { schema: 'sandbox', shopId, limit })
  if (isEmpty) await tx.delete(shops).where(eq(shops.id, shopId))
  return isEmpty
}

export async function loadShop(db: Database, sealer: Sealer, shopId: number): Promise<Shop | null> {
  const [row] = await db.select().from(shops).where(eq(shops.id, shopId))
  if (!row) return null
  const { secretKeySealed, privateKeySealed, stampKeySealed, createdAt: _, ...rest } = row
  return {
    ...rest,
    secretKey: sealer.unseal(secretKeySealed, shopKeyContext(shopId, 'secret_key')),
    privateKey: () => sealer.unseal(privateKeySealed, shopKeyContext(shopId, 'private_key')),
    stampKey: () => Buffer.from(sealer.unseal(stampKeySealed, shopKeyContext(shopId, 'stamp_key')), 'base64'),
  }
}
