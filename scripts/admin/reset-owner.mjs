import { createHash, randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import { openDatabase } from '../lib/database/database.mjs'
import { SetupError } from '../lib/setup.mjs'

export const summary = 'prints a link for a new password of an owner, or of anybody, who is locked out'

export const usage = `Usage: npm run admin -- reset-owner [EMAIL] [--remove-factors]

Prints a link that sets the new password of the account EMAIL. It works once, for 30 minutes, and ends the person's
sessions when it is used. Without EMAIL: of the only owner of a shop or administrator.

  --remove-factors  also removes their apps, passkeys and recovery codes: for who lost them

On PostgreSQL the application may run meanwhile. An embedded database has to be stopped, and started again before
the link is opened. Set APP_URL, or PORT, as for the application: the link begins with it.`

/** The lifetime of the application's links (lib/core/server/accounts/reset-links.ts). */
const minutes = 30

/** @param {string[]} args */
export async function run(args) {
  const { email, removesFactors } = optionsOf(args)
  const database = await openDatabase()
  try {
    const person = await findPerson(database, email)
    const { token, hash } = newToken()
    await database.query('BEGIN')
    await database.query(
      `INSERT INTO password_resets (token_hash, user_id, by_operator, expires_at)
       VALUES ($1, $2, true, now() + make_interval(mins => $3))`,
      [hash, person.id, minutes],
    )
    await record(database, person.id, 'password_reset.link_made')
    const removed = removesFactors ? await removeFactors(database, person.id) : 0
    await database.query('COMMIT')
    console.log(
      [
        `A new password for ${person.email}: open this link within ${minutes} minutes. It works once.`,
        '',
        `${appUrl()}/password-reset#${token}`,
        ...(removesFactors ? ['', `Second factors removed: ${removed}.`] : []),
      ].join('\n'),
    )
  } finally {
    await database.close()
  }
}

/** @param {string[]} args */
function optionsOf(args) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'remove-factors': { type: 'boolean', default: false } },
    })
    if (positionals.length > 1) throw new Error('Give one EMAIL.')
    return { email: positionals[0], removesFactors: values['remove-factors'] }
  } catch (error) {
    throw new SetupError(`${error instanceof Error ? error.message : 'wrong options'}\n\n${usage}`)
  }
}

/** @typedef {import('../lib/database/database.mjs').OpenDatabase} OpenDatabase */
/** @typedef {{ id: string, email: string, is_disabled: boolean }} Person */

/** @param {OpenDatabase} database @param {string | undefined} email @returns {Promise<Person>} */
async function findPerson({ query }, email) {
  const [known] = await query(
    `SELECT 1 FROM information_schema.columns WHERE table_name = 'password_resets' AND column_name = 'by_operator'`,
  )
  if (!known)
    throw new SetupError(
      'This database is older than this version. Start the application once, then try again.',
    )
  const people = /** @type {Person[]} */ (
    await query(
      `SELECT id, email, disabled_at IS NOT NULL AS is_disabled FROM users u
       WHERE email = $1 OR $1::text IS NULL AND (is_administrator OR EXISTS (
         SELECT 1 FROM memberships m WHERE m.user_id = u.id AND m.role = 'owner' AND m.disabled_at IS NULL))
       ORDER BY email`,
      // As the application stores it (lib/core/account/account-email.ts).
      [email?.normalize('NFKC').trim().toLowerCase() ?? null],
    )
  )
  const [person, ...others] = email === undefined ? people.filter((one) => !one.is_disabled) : people
  if (!person)
    throw new SetupError(
      email === undefined ? 'No owner and no administrator can sign in.' : `${email} has no account.`,
    )
  if (person.is_disabled) throw new SetupError(`The account ${person.email} is disabled.`)
  if (others.length > 0)
    throw new SetupError(
      `Say who is locked out: npm run admin -- reset-owner EMAIL\n${[person, ...others].map((one) => `  ${one.email}`).join('\n')}`,
    )
  return person
}

/** The link's secret, and the part of it that is stored (lib/core/server/accounts/secret-token.ts). */
function newToken() {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: createHash('sha256').update(token).digest() }
}

/** @param {OpenDatabase} database @param {string} userId */
async function removeFactors(database, userId) {
  const removed = await database.query('DELETE FROM factors WHERE user_id = $1 RETURNING id', [userId])
  for (const table of ['recovery_codes', 'trusted_browsers'])
    await database.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId])
  if (removed.length > 0) await record(database, userId, 'factor.removed')
  return removed.length
}

/** @param {OpenDatabase} database @param {string} userId @param {string} action */
const record = ({ query }, userId, action) =>
  query('INSERT INTO activity (id, action, subject, detail) VALUES ($1, $2, $3, $4)', [
    uuidv7(),
    action,
    userId,
    JSON.stringify({ reason: 'by_operator' }),
  ])

/** `APP_URL`, as the application reads it. */
const appUrl = () =>
  (process.env.APP_URL || `http://localhost:${process.env.PORT || 3000}`).replace(/\/+$/, '')
