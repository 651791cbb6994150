/** A PostgreSQL database of its own for one server under test. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'

/**
 * Creates a database with a random name.
 * @param {string} server TEST_DATABASE_URL
 * @returns {Promise<{ settings: Record<string, string>, drop: () => Promise<void> }>} `settings`: the environment for a
 *   server that uses the database, with the sandbox. `drop` deletes it and ends connections that are still open.
 */
export async function throwawayDatabase(server) {
  const name = `counterfoil_${randomBytes(6).toString('hex')}`
  await run(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const settings = {
    DATABASE_URL: url.href,
    AUTH_SECRET: randomBytes(32).toString('hex'),
    SEALING_KEY: randomBytes(32).toString('hex'),
    SANDBOX: 'on',
  }
  return { settings, drop: () => run(server, `DROP DATABASE ${name} WITH (FORCE)`) }
}

/** @param {string} server @param {string} statement */
async function run(server, statement) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
