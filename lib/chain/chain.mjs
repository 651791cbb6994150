// @ts-check
/**
 * What the hash chain of activity is made of. Plain Node, so that the command `verify-activity` can use it without the
 * application. Each hash is SHA-256 over a JSON list. The address and the detail have salted hashes of their own:
 * once its salt is deleted, a forgotten value cannot be guessed from its hash, and the rest can still be checked.
 */
import { createHash, randomBytes } from 'node:crypto'

/**
 * An entry as `entryColumns` reads it.
 * @typedef {{
 *   id: string, shop_id: string | null, at: string, actor_id: string | null, action: string, subject: string | null,
 *   address: string | null, detail: string,
 * }} Entry
 */

/** @param {string} column */
export const instantText = (column) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The columns of an entry `a` as texts that are the same on every database. */
export const entryColumns = `a.id::text AS id, a.shop_id, ${instantText('a.at')} AS at, a.actor_id::text AS actor_id,
  a.action, a.subject, a.address, a.detail::text AS detail`

/** @param {(string | number | null)[]} parts */
const hashOf = (...parts) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

export const newSalt = () => randomBytes(16).toString('hex')

/** @param {string} salt @param {string | null} address */
export const addressHashOf = (salt, address) => hashOf('address', salt, address)

/** @param {string} salt @param {string} detail */
export const detailHashOf = (salt, detail) => hashOf('detail', salt, detail)

/** @param {Entry} entry @param {string} addressHash @param {string} detailHash */
export const entryHashOf = ({ id, shop_id, at, actor_id, action, subject }, addressHash, detailHash) =>
  hashOf('entry', id, shop_id, at, actor_id, action, subject, addressHash, detailHash)

/**
 * The hash of a row of the chain. `previous` is the hash of the row before it, empty for the first one.
 * @param {{ previous: string, seq: number, entryId: string, entryHash: string, sealedUntil: string }} row
 */
export const linkHashOf = ({ previous, seq, entryId, entryHash, sealedUntil }) =>
  hashOf('link', previous, seq, entryId, entryHash, sealedUntil)

/** The digest of the entries that were deleted together. @param {readonly string[]} ids */
export const forgottenDigest = (ids) => hashOf('forgotten', ...ids.toSorted())
