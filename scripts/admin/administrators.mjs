import { v7 as uuidv7 } from 'uuid'
import { openDatabase } from '../lib/database/database.mjs'
import { SetupError } from '../lib/setup.mjs'

export const summary = 'lists administrators, makes a person one, or takes it back'

export const usage = `Usage: npm run admin -- administrators [list]
       npm run admin -- administrators add EMAIL
       npm run admin -- administrators remove EMAIL

Administrators add shops and change the settings of the installation. EMAIL is that of a person who has an account.
A change counts from the person's next request, and is recorded in the activity of the installation. The last
administrator who can sign in cannot be removed.

On PostgreSQL the application may run meanwhile. An embedded database has to be stopped.`

/** @typedef {import('../lib/database/database.mjs').OpenDatabase} OpenDatabase */
/** @typedef {{ id: string, email: string, is_administrator: boolean, administrator_by: string | null, is_disabled: boolean }} Person */

/** @param {string[]} args */
export async function run([command = 'list', given, ...more]) {
  const isKnown = command === 'list' ? given === undefined : ['add', 'remove'].includes(command) && given
  if (!isKnown || more.length > 0) throw new SetupError(usage)
  const database = await openDatabase()
  try {
    await database.query('BEGIN')
    // Locked in one order, as a provider's claim does (lib/core/server/auth/claimed-roles.ts).
    const people = /** @type {Person[]} */ (
      await database.query(
        `SELECT id, email, is_administrator, administrator_by, disabled_at IS NOT NULL AS is_disabled FROM users
         WHERE is_administrator OR email = $1 ORDER BY id FOR NO KEY UPDATE`,
        // As the application stores it (lib/core/account/account-email.ts).
        [given?.normalize('NFKC').trim().toLowerCase() ?? null],
      )
    )
    const lines =
      given === undefined ? people.map(lineOf) : await change(database, people, { command, given })
    await database.query('COMMIT')
    console.log(lines.join('\n') || 'There is no administrator.')
  } finally {
    await database.close()
  }
}

/** @param {Person} person */
const lineOf = ({ email, administrator_by: provider, is_disabled: isDisabled }) =>
  `${email}${isDisabled ? ' (disabled)' : ''}${provider === null ? '' : ` (by the provider ${provider})`}`

/** @param {OpenDatabase} database @param {Person[]} people @param {{ command: string, given: string }} order */
async function change({ query }, people, { command, given }) {
  const isAdded = command === 'add'
  const email = given.normalize('NFKC').trim().toLowerCase()
  const person = people.find((one) => one.email === email)
  if (!person)
    throw new SetupError(isAdded ? `Nobody signs in as ${given}.` : `${given} is no administrator.`)
  if (isAdded && person.is_disabled) throw new SetupError(`The account ${person.email} is disabled.`)
  if (person.is_administrator === isAdded)
    return [`${person.email} is ${isAdded ? 'an administrator already' : 'no administrator'}.`]
  if (!isAdded && !people.some((one) => one.is_administrator && !one.is_disabled && one.id !== person.id))
    throw new SetupError(`${person.email} is the last administrator. Add another one first.`)
  await query('UPDATE users SET is_administrator = $2, administrator_by = NULL WHERE id = $1', [
    person.id,
    isAdded,
  ])
  await query('INSERT INTO activity (id, action, subject, detail) VALUES ($1, $2, $3, $4)', [
    uuidv7(),
    'person.administrator_changed',
    person.id,
    JSON.stringify({ from: !isAdded, to: isAdded, reason: 'by_operator' }),
  ])
  const again = `The provider ${person.administrator_by} can make them one again at the next sign-in.`
  return [
    `${person.email} is ${isAdded ? 'now' : 'no longer'} an administrator.`,
    ...(person.administrator_by === null ? [] : [again]),
  ]
}
