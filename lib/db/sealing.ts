import 'server-only'
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts secrets at rest under a key that is not in the database. `context` names what a secret belongs to (such as
 * `shop:361:secret_key`): a sealed value copied into another row cannot be opened there.
 */
export type Sealer = {
  seal: (plain: string, context: string) => Buffer
  /** @throws if the key or the context differs, or a byte was changed */
  unseal: (sealed: Buffer, context: string) => string
  /**
   * Returns a 32-byte keyed hash that is equal for equal secrets in the same context. It reveals nothing without the
   * key.
   */
  mark: (plain: string, context: string) => Buffer
}

const version = 1
const ivBytes = 12
const tagBytes = 16

/** Returns a source of IVs. It draws random bytes in batches, because a large draw costs no more than a small one. */
function ivs(): () => Buffer {
  const atOnce = 341
  let bytes = Buffer.alloc(0)
  return () => {
    if (bytes.length === 0) bytes = randomBytes(atOnce * ivBytes)
    const iv = bytes.subarray(0, ivBytes)
    bytes = bytes.subarray(ivBytes)
    return iv
  }
}

/**
 * Seals with AES-256-GCM, and marks with HMAC-SHA-256 under a derived key. `key` is 32 bytes. Layout of a sealed value:
 * version (1 byte), IV (12), tag (16), ciphertext.
 */
export function createSealer(key: Buffer): Sealer {
  if (key.length !== 32) throw new RangeError('a sealing key is 32 bytes')
  const nextIv = ivs()
  // Marks get their own key: a key must serve only one purpose.
  const markKey = Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'counterfoil:mark', 32))
  return {
    seal(plain, context) {
      const iv = nextIv()
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), body])
    },
    unseal(sealed, context) {
      if (sealed[0] !== version) throw new Error('sealed by an unknown version')
      const iv = sealed.subarray(1, 1 + ivBytes)
      const tag = sealed.subarray(1 + ivBytes, 1 + ivBytes + tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
      return (
        decipher.update(sealed.subarray(1 + ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      )
    },
    mark: (plain, context) =>
      createHmac('sha256', markKey).update(`${context}\0`).update(plain, 'utf8').digest(),
  }
}
