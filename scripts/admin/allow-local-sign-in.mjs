import { parseArgs } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import { openDatabase } from '../lib/database/database.mjs'
import { SetupError } from '../lib/setup.mjs'

export const summary = 'lets people sign in with passwords for a time, although LOCAL_SIGN_IN is off'

export const usage = `Usage: npm run admin -- allow-local-sign-in [--hours N] [--end]

Lets people sign in with the passwords and passkeys of their accounts for an hour, or N hours (1 to 72), although
LOCAL_SIGN_IN is off: for when a provider no longer lets anybody in. Who has no password gets a link by reset-owner.

  --end  ends it now

On PostgreSQL the application may run meanwhile. An embedded database has to be stopped.`

/** @param {string[]} args */
export async function run(args) {
  const hours = hoursOf(args)
  const database = await openDatabase()
  try {
    const [known] = await database.query(
      `SELECT 1 FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = 'installation' AND column_name = 'local_sign_in_until'`,
    )
    if (!known)
      throw new SetupError(
        'This database is older than this version. Start the application once, then try again.',
      )
    await database.query('BEGIN')
    await database.query(
      `INSERT INTO installation (id, local_sign_in_until) VALUES (1, now() + make_interval(hours => $1))
       ON CONFLICT (id) DO UPDATE SET local_sign_in_until = excluded.local_sign_in_until`,
      [hours],
    )
    await database.query('INSERT INTO activity (id, action, detail) VALUES ($1, $2, $3)', [
      uuidv7(),
      'installation.local_sign_in_allowed',
      JSON.stringify({ hours }),
    ])
    await database.query('COMMIT')
    console.log(hours === 0 ? 'Ended: where LOCAL_SIGN_IN is off, passwords and passkeys no longer count.' : `Passwords and passkeys count for ${hours} h.`) // prettier-ignore
  } finally {
    await database.close()
  }
}

/** @param {string[]} args */
function hoursOf(args) {
  try {
    const { values } = parseArgs({
      args,
      options: { hours: { type: 'string', default: '1' }, end: { type: 'boolean', default: false } },
    })
    if (values.end) return 0
    if (!/^([1-9]|[1-6]\d|7[0-2])$/.test(values.hours)) throw new Error('--hours: a number, 1 to 72.')
    return Number(values.hours)
  } catch (error) {
    throw new SetupError(`${error instanceof Error ? error.message : 'wrong options'}\n\n${usage}`)
  }
}
