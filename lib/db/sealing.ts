import 'server-only'
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { keyIdOf } from '../keys/secrets-file.mjs'

/** The key that seals, and the one that it replaced, while that may still be needed to open what was sealed before. */
export type SealingKeys = { key: Buffer; old: Buffer | null }

/**
 * Encrypts secrets at rest under a key that is not in the database. `context` names what a secret belongs to (such as
 * `shop:361:secret_key`): a sealed value copied into another row cannot be opened there.
 */
export type Sealer = {
  seal: (plain: string, context: string) => Buffer
  /** @throws UnopenedError if the key or the context differs, or a byte was changed */
  unseal: (sealed: Buffer, context: string) => string
  /**
   * Returns a 32-byte keyed hash that is equal for equal secrets in the same context. It reveals nothing without the
   * key. Marks have a separate key, which stays when the sealing key is replaced.
   */
  mark: (plain: string, context: string) => Buffer
  /** IDs of the keys. */
  keyIds: () => { key: string; old: string | null }
  /** The prefix of values that the current key sealed. */
  prefix: () => Buffer
  adopt: (keys: SealingKeys) => void
  markKey: () => Buffer
  adoptMarkKey: (key: Buffer) => void
}

/**
 * None of the keys opens a value: its key is gone, or it was copied or changed. `code` survives copies of this class.
 */
class UnopenedError extends Error {
  override readonly name = 'UnopenedError'
  readonly code = unopenedCode
}
const unopenedCode = 'secret_unopened'

export const isUnopened = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === unopenedCode

const version = 2
/** Values of earlier releases, which do not name their key. */
const firstVersion = 1
const keyIdBytes = 4
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

type Key = { id: string; key: Buffer; prefix: Buffer }

function keyOf(key: Buffer): Key {
  if (key.length !== 32) throw new RangeError('a sealing key is 32 bytes')
  const id = keyIdOf(key)
  return { id, key, prefix: Buffer.concat([Buffer.of(version), Buffer.from(id, 'hex')]) }
}

type Options = {
  old?: Buffer | null
  /** Reads the keys again when a value names an unknown key: another process may have begun to use a new one. */
  reload?: () => SealingKeys | null
}

/**
 * Seals with AES-256-GCM, and marks with HMAC-SHA-256 under a derived key. `key` is 32 bytes. Layout of a sealed value:
 * version (1 byte), key ID (4), IV (12), tag (16), ciphertext.
 */
export function createSealer(key: Buffer, { old = null, reload = () => null }: Options = {}): Sealer {
  let current = keyOf(key)
  let before = old && keyOf(old)
  const nextIv = ivs()
  // Marks get their own key: a key must serve only one purpose.
  let markKey = Buffer.from(hkdfSync('sha256', old ?? key, Buffer.alloc(0), 'counterfoil:mark', 32))
  const adopt = (keys: SealingKeys) => {
    current = keyOf(keys.key)
    before = keys.old && keyOf(keys.old)
  }
  const keys = () => (before ? [current, before] : [current])
  const named = (id: string) => keys().find((one) => one.id === id)
  /** Keys without the named one may be from a wrong file, and the keys in memory the only ones left. */
  const reloaded = (id: string) => {
    const found = reload()
    if (found && [found.key, found.old].some((one) => one && keyIdOf(one) === id)) adopt(found)
    return named(id)
  }
  return {
    seal(plain, context) {
      const iv = nextIv()
      const cipher = createCipheriv('aes-256-gcm', current.key, iv).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([current.prefix, iv, cipher.getAuthTag(), body])
    },
    unseal(sealed, context) {
      if (sealed[0] === firstVersion) return openWithAny(keys(), sealed.subarray(1), context)
      if (sealed[0] !== version) throw new UnopenedError('sealed by an unknown version')
      const id = sealed.subarray(1, 1 + keyIdBytes).toString('hex')
      const found = named(id) ?? reloaded(id)
      if (!found) throw new UnopenedError(`sealed with the key ${id}, which is not here`)
      return open(found.key, sealed.subarray(1 + keyIdBytes), context)
    },
    mark: (plain, context) =>
      createHmac('sha256', markKey).update(`${context}\0`).update(plain, 'utf8').digest(),
    keyIds: () => ({ key: current.id, old: before?.id ?? null }),
    prefix: () => current.prefix,
    adopt,
    markKey: () => markKey,
    adoptMarkKey: (given) => {
      markKey = Buffer.from(given)
    },
  }
}

/** Opens what follows version and key ID. */
function open(key: Buffer, sealed: Buffer, context: string): string {
  const tag = sealed.subarray(ivBytes, ivBytes + tagBytes)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
    return decipher.update(sealed.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch (cause) {
    throw new UnopenedError('sealed with another key or for another place, or changed', { cause })
  }
}

function openWithAny(keys: readonly Key[], sealed: Buffer, context: string): string {
  let failure: unknown
  for (const { key } of keys)
    try {
      return open(key, sealed, context)
    } catch (error) {
      failure = error
    }
  throw failure
}
