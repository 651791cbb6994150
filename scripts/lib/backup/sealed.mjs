/** Opens every sealed value of a database, to report those that no key opens. Counts the values that a key sealed. */
import { createDecipheriv } from 'node:crypto'
import { keyIdOf } from '../../../lib/keys/secrets-file.mjs'

/**
 * A column with sealed values. `contextOf` returns the context of a value from the columns `by`. They are the same as in
 * lib/start/sealing/sealing.ts and lib/sandbox/start.ts (check.test.ts compares them).
 * @typedef {{ name: string, by: string[], contextOf: (...by: string[]) => string }} SealedColumn
 */

/** @param {string} name @param {string[]} by @param {SealedColumn['contextOf']} contextOf @returns {SealedColumn} */
const column = (name, by, contextOf) => ({ name, by, contextOf })

/** @type {readonly SealedColumn[]} */
export const sealedColumns = [
  column('public.sealing.mark_key_sealed', [], () => 'installation:mark_key'),
  column('public.shops.secret_key_sealed', ['id'], (id) => `shop:${id}:secret_key`),
  column('public.shops.verification_secret_sealed', ['id'], (id) => `shop:${id}:verification_secret`),
  column('public.old_secret_keys.key_sealed', ['shop_id'], (shop) => `shop:${shop}:secret_key`),
  column('public.mail_server.password_sealed', [], () => 'installation:mail_password'),
  column('public.backup_plan.passphrase_sealed', [], () => 'installation:backup_passphrase'),
  column('public.factors.secret_sealed', ['user_id', 'id'], (user, id) => `user:${user}:factor:${id}`),
  column('public.alert_settings.chat_url_sealed', ['shop_id'], (shop) => `shop:${shop}:alert_chat_url`),
  column('public.card_tokens.token_sealed', ['shop_id', 'id'], (shop, id) => `card_token:${shop}:${id}`),
  column(
    'public.notifications.card_tokens_sealed',
    ['shop_id'],
    (shop) => `notification:${shop}:card_tokens`,
  ),
  ...['secret_sealed', 'old_secret_sealed'].map(
    (name) =>
    column(`public.forwarding_endpoints.${name}`, ['shop_id', 'id'], (shop, id) => `shop:${shop}:forwarding:${id}:secret`), // prettier-ignore
  ),
  ...['secret_key', 'private_key', 'stamp_key'].map((name) =>
    column(`sandbox.shops.${name}_sealed`, ['id'], (id) => `sandbox:shop:${id}:${name}`),
  ),
  column('sandbox.cards.token_sealed', ['shop_id', 'id'], (shop, id) => `sandbox:shop:${shop}:card:${id}`),
  column('sandbox.checkouts.card_token_sealed', ['shop_id', 'token'], (shop, token) => `sandbox:shop:${shop}:checkout:${token}`), // prettier-ignore
  column('sandbox.transactions.card_token_sealed', ['shop_id', 'uid'], (shop, uid) => `sandbox:shop:${shop}:transaction:${uid}:card_token`), // prettier-ignore
  column('sandbox.deliveries.body_sealed', ['shop_id', 'id'], (shop, id) => `sandbox:shop:${shop}:delivery:${id}`), // prettier-ignore
]

/** The layout is described in lib/db/sealing.ts. */
const [version, firstVersion, ivBytes, tagBytes] = [2, 1, 12, 16]

/** @param {Buffer} sealed @param {string} context @param {readonly Buffer[]} keys */
export function opens(sealed, context, keys) {
  const isFirst = sealed[0] === firstVersion
  if (!isFirst && sealed[0] !== version) return false
  const id = sealed.subarray(1, 5).toString('hex')
  const body = sealed.subarray(isFirst ? 1 : 5)
  return keys.filter((key) => isFirst || keyIdOf(key) === id).some((key) => opensWith(key, body, context))
}

/** @param {Buffer} key @param {Buffer} body @param {string} context */
function opensWith(key, body, context) {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(Buffer.from(context)).setAuthTag(body.subarray(ivBytes, ivBytes + tagBytes))
    decipher.update(body.subarray(ivBytes + tagBytes))
    decipher.final()
    return true
  } catch {
    return false
  }
}

/** @typedef {{ query: (text: string, values?: unknown[]) => Promise<unknown[]> }} Database */

/** Null: there is no such column, for example without the sandbox. @param {string} name @param {Database} database */
async function placeOf(name, { query }) {
  const [schema = '', table = '', columnName = ''] = name.split('.')
  const [known] = await query(
    'SELECT 1 AS one FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2 AND column_name = $3',
    [schema, table, columnName],
  )
  return known ? { table: `${schema}.${table}`, columnName } : null
}

/** How many values a key sealed. @param {Database} database @param {string} key its ID */
export async function countSealedWith(database, key) {
  let count = 0
  for (const { name } of sealedColumns) {
    const place = await placeOf(name, database)
    if (!place) continue
    const [row] = await database.query(
      `SELECT count(*)::int AS count FROM ${place.table} WHERE substring(${place.columnName} FROM 1 FOR 5) = decode($1, 'hex')`,
      [`0${version}${key}`],
    )
    count += /** @type {{ count: number }} */ (row).count
  }
  return count
}

const rowsAtOnce = 2_000

/**
 * Opens all values of each column. `unopened`: how many no key opened.
 * @param {import('./session.mjs').Session} session within a transaction
 * @param {readonly Buffer[]} keys
 * @returns {Promise<{ name: string, values: number, unopened: number }[]>}
 */
export async function openAll(session, keys) {
  const { query } = session
  const found = []
  for (const { name, by, contextOf } of sealedColumns) {
    const place = await placeOf(name, session)
    if (!place) continue
    const { table, columnName } = place
    let [values, unopened] = [0, 0]
    const others = by.map((one, index) => `, ${one}::text AS by_${index}`).join('')
    await query(
      `DECLARE sealed NO SCROLL CURSOR FOR SELECT encode(${columnName}, 'hex') AS sealed${others}
       FROM ${table} WHERE octet_length(${columnName}) > 0`,
    )
    for (;;) {
      const rows = await query(`FETCH ${rowsAtOnce} FROM sealed`)
      if (rows.length === 0) break
      values += rows.length
      for (const row of rows) {
        const context = contextOf(...by.map((_, index) => String(row[`by_${index}`])))
        if (!opens(Buffer.from(String(row.sealed), 'hex'), context, keys)) unopened += 1
      }
    }
    await query('CLOSE sealed')
    found.push({ name, values, unopened })
  }
  return found
}
