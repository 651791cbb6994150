// @ts-check
/**
 * Compares the activity with its hash chains and with anchors. Plain Node: it runs with the application and without.
 * It needs only a function that runs a query, and one moment of the database (one transaction).
 */
import {
  addressHashOf,
  detailHashOf,
  entryColumns,
  entryHashOf,
  forgottenDigest,
  instantText,
  linkHashOf,
} from './chain.mjs'

/** @typedef {import('./chain.mjs').Entry} Entry */
/** @typedef {(text: string, values?: unknown[]) => Promise<unknown[]>} Query */
/** @typedef {{ at: string, chain: string, entries: number, hash: string }} Anchor `chain`: a shop's ID, or `installation`. */
/**
 * @typedef {'changed' | 'removed' | 'added' | 'moved' | 'cut' | 'replaced' | 'gone'} FindingKind
 * @typedef {{ chain: string, kind: FindingKind, entry: string | null, seq: number | null, why: string }} Finding
 * @typedef {{ chain: string, entries: number, hash: string, forgotten: number, waiting: number }} Chain
 */
/**
 * @typedef {Partial<Entry> & {
 *   seq: number, entry_id: string, address_salt: string | null, detail_salt: string | null, address_hash: string,
 *   detail_hash: string, entry_hash: string, hash: string, sealed_until: string, forgotten_by: string | null,
 * }} Seal
 */

/** Name of the installation's chain, where others have their shop's ID. */
export const installationChain = 'installation'

const batchRows = 1_000
/** How much older an entry may be than what is sealed before it: long transactions, and clocks that are corrected. */
const toleranceMs = 3_600_000
const addressKeptMs = 364 * 86_400_000

/**
 * @param {Query} query
 * @param {readonly Anchor[]} anchors
 * @returns {Promise<{ chains: Chain[], findings: Finding[] }>}
 */
export async function verifyActivity(query, anchors) {
  const shops = /** @type {{ id: string, is_going: boolean }[]} */ (
    await query('SELECT id, deleted_at IS NOT NULL AS is_going FROM shops ORDER BY id')
  )
  const ids = shops.filter(({ is_going: isGoing }) => !isGoing).map(({ id }) => id)
  /** @type {Chain[]} */
  const chains = []
  /** @type {Finding[]} */
  const findings = []
  const deletions = await deletionsOf(query)
  for (const shopId of [null, ...ids]) {
    const chain = shopId ?? installationChain
    const since = deletions.get(chain) ?? ''
    const own = anchors.filter((anchor) => anchor.chain === chain && anchor.at > since)
    const checked = await verifyChain(query, shopId, own)
    chains.push(checked.chain)
    findings.push(...checked.findings)
  }
  const known = new Set([installationChain, ...shops.map(({ id }) => id), ...deletions.keys()])
  for (const chain of new Set(anchors.map((anchor) => anchor.chain)))
    if (!known.has(chain))
      findings.push({ chain, kind: 'gone', entry: null, seq: null, why: 'an anchor names this shop, and no entry says that it was deleted' }) // prettier-ignore
  return { chains, findings }
}

/** When a shop with this ID was deleted last. Its earlier anchors are those of another chain. @param {Query} query */
async function deletionsOf(query) {
  const rows = await query(`SELECT subject, max(${instantText('at')}) AS at FROM activity
    WHERE shop_id IS NULL AND action = 'shop.deleted' GROUP BY subject`)
  const deleted = /** @type {{ subject: string, at: string }[]} */ (rows)
  return new Map(deleted.map(({ subject, at }) => [subject, at]))
}

/** @param {Query} query @param {string | null} shopId @param {readonly Anchor[]} anchors */
async function verifyChain(query, shopId, anchors) {
  const name = shopId ?? installationChain
  /** @type {Finding[]} */
  const findings = []
  /** @param {FindingKind} kind @param {string | null} entry @param {number | null} seq @param {string} why */
  const find = (kind, entry, seq, why) => findings.push({ chain: name, kind, entry, seq, why })
  const anchored = new Map(anchors.map((anchor) => [anchor.entries, anchor]))
  /** @type {Map<string, string[]>} */
  const forgotten = new Map()
  // `floor`: everything up to this time was sealed before the batch that the row is in.
  let [seq, hash, floor, batch] = [0, '', '', '']
  for await (const seal of sealsOf(query, shopId)) {
    for (let missing = seq + 1; missing < seal.seq; missing++)
      find('removed', null, missing, 'this place of the chain is empty')
    const { sealed_until: sealedUntil, entry_id: id, entry_hash: entryHash } = seal
    if (sealedUntil !== batch) [floor, batch] = [batch, sealedUntil]
    const link = { previous: hash, seq: seal.seq, entryId: id, entryHash, sealedUntil }
    // After a gap the row before is not there to compare with.
    if (seal.seq === seq + 1 && linkHashOf(link) !== seal.hash)
      find('moved', id, seal.seq, 'its place in the chain does not follow from the one before')
    const anchor = anchored.get(seal.seq)
    if (anchor && anchor.hash !== seal.hash)
      find('replaced', id, seal.seq, `the anchor of ${anchor.at} has another hash here`)
    if (seal.id === undefined || seal.id === null) {
      if (seal.forgotten_by)
        forgotten.set(seal.forgotten_by, [...(forgotten.get(seal.forgotten_by) ?? []), id])
      else find('removed', id, seal.seq, 'the chain has this entry, and the activity does not')
    } else {
      const entry = /** @type {Entry} */ (/** @type {unknown} */ (seal))
      const why = await changeSinceSeal(query, entry, seal)
      if (why) find('changed', id, seal.seq, why)
      const earliest = floor < sealedUntil ? floor : sealedUntil
      if (isBefore(entry.at, earliest)) find('added', id, seal.seq, lateText(entry.at, earliest))
    }
    ;({ seq, hash } = seal)
  }
  for (const anchor of anchors)
    if (anchor.entries > seq)
      find('cut', null, seq, `the chain ends here, and had ${anchor.entries} entries on ${anchor.at}`)
  for (const [by, ids] of forgotten) {
    const why = await whyNotForgotten(query, by, ids)
    if (why) for (const id of ids) find('removed', id, null, why)
  }
  const { waiting, odd } = await withoutSeal(query, shopId, batch)
  for (const { id, at, is_sealed: isSealed } of odd) {
    const why = 'it says that it is sealed, and the chain does not have it'
    find('added', id, null, isSealed ? why : lateText(at, batch))
  }
  const count = [...forgotten.values()].reduce((sum, ids) => sum + ids.length, 0)
  return { chain: { chain: name, entries: seq, hash, forgotten: count, waiting }, findings }
}

/** @param {string} at @param {string} floor */
const isBefore = (at, floor) => floor !== '' && Date.parse(at) < Date.parse(floor) - toleranceMs
/** @param {string} at @param {string} floor */
const lateText = (at, floor) =>
  `it is dated ${at}, and stands after everything up to ${floor}: added later, or the clock of the database was set back`

/** @param {string | null} shopId @param {number} at */
const whereChain = (shopId, at) => (shopId === null ? 'shop_id IS NULL' : `shop_id = $${at}`)

/** @param {Query} query @param {string | null} shopId @returns {AsyncGenerator<Seal>} */
async function* sealsOf(query, shopId) {
  const hex = ['address_salt', 'detail_salt', 'address_hash', 'detail_hash', 'entry_hash', 'hash']
    .map((column) => `encode(s.${column}, 'hex') AS ${column}`)
    .join(', ')
  for (let after = 0; ;) {
    const values = shopId === null ? [after] : [after, shopId]
    const rows = await query(
      `SELECT ${entryColumns}, s.seq::int AS seq, s.entry_id::text AS entry_id, ${hex},
        ${instantText('s.sealed_until')} AS sealed_until, s.forgotten_by::text AS forgotten_by
      FROM activity_seals s LEFT JOIN activity a ON a.id = s.entry_id
      WHERE s.${whereChain(shopId, 2)} AND s.seq > $1 ORDER BY s.seq LIMIT ${batchRows}`,
      values,
    )
    const seals = /** @type {Seal[]} */ (rows)
    yield* seals
    if (seals.length < batchRows) return
    after = seals.at(-1)?.seq ?? 0
  }
}

/** Returns what of an entry differs from what was sealed; null: nothing. @param {Query} query @param {Entry} entry @param {Seal} seal */
async function changeSinceSeal(query, entry, seal) {
  const { address_salt: addressSalt, detail_salt: detailSalt } = seal
  if (entryHashOf(entry, seal.address_hash, seal.detail_hash) !== seal.entry_hash)
    return 'who, what, when or on what differs from what was sealed'
  if (addressSalt === null) {
    if (entry.address !== null) return 'its address was forgotten, and is there again'
    if (Date.now() - Date.parse(entry.at) < addressKeptMs) return 'its address was removed before its time'
  } else if (addressHashOf(addressSalt, entry.address) !== seal.address_hash)
    return 'its address differs from what was sealed'
  if (detailSalt === null) {
    if (entry.detail !== '{}') return 'its detail was forgotten, and is there again'
    if (!(await isAnonymised(query, entry))) return 'its detail was removed, and nobody was anonymised'
  } else if (detailHashOf(detailSalt, entry.detail) !== seal.detail_hash)
    return 'its detail differs from what was sealed'
  return null
}

/** Whether the customer was anonymised, which empties the detail of such entries. @param {Query} query @param {Entry} entry */
async function isAnonymised(query, { action, shop_id, subject }) {
  if (action !== 'customer.labelled') return false
  const rows = await query(
    `SELECT FROM activity WHERE shop_id = $1 AND subject = $2 AND action = 'customer.anonymised' LIMIT 1`,
    [shop_id, subject],
  )
  return rows.length > 0
}

/** @param {Query} query @param {string} by @param {readonly string[]} ids */
async function whyNotForgotten(query, by, ids) {
  const [entry] = /** @type {{ digest: string }[]} */ (
    await query(
      `SELECT detail ->> 'digest' AS digest FROM activity WHERE id = $1 AND shop_id IS NULL AND action = 'activity.forgotten'`,
      [by],
    )
  )
  if (!entry) return 'it is marked as forgotten, and no entry says so'
  return entry.digest === forgottenDigest(ids)
    ? null
    : `it, or another one, is not among those that entry ${by} forgot`
}

/**
 * Returns how many entries have no seal yet, and those that should have one.
 * @param {Query} query @param {string | null} shopId @param {string} floor
 */
async function withoutSeal(query, shopId, floor) {
  const missing = `FROM activity a WHERE a.${whereChain(shopId, 1)}
    AND NOT EXISTS (SELECT FROM activity_seals s WHERE s.entry_id = a.id)`
  const own = shopId === null ? [] : [shopId]
  const [counted] = /** @type {{ count: number }[]} */ (
    await query(`SELECT count(*)::int AS count ${missing}`, own)
  )
  const whereLate = `a.at < $${own.length + 1}::timestamptz - make_interval(secs => ${toleranceMs / 1000})`
  const odd = /** @type {{ id: string, at: string, is_sealed: boolean }[]} */ (
    await query(
      `SELECT a.id::text AS id, ${instantText('a.at')} AS at, a.is_sealed ${missing} AND (a.is_sealed OR ${whereLate})
    ORDER BY a.at, a.id`,
      [...own, floor || '-infinity'],
    )
  )
  return { waiting: (counted?.count ?? 0) - odd.length, odd }
}
