/** A new installation with the sandbox, embedded or on PostgreSQL, for benches of the built application. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { settingsOf } from '../../drills/kit/installation.mjs'

/** A separate database on PostgreSQL (`freshDatabase` in lib/db/testing.ts). */
interface Database {
  storage: { databaseUrl: string }
  drop: () => Promise<void>
}

export function newPlace(database: Database | null) {
  const owner = { email: 'owner@localhost', password: randomBytes(12).toString('hex') }
  const folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-bench-'))
  const settings: Record<string, string> = {
    ...settingsOf(owner, randomBytes(16).toString('hex')),
    DATA_DIR: folder,
    DATABASE_URL: database?.storage.databaseUrl ?? '',
    ...(database && {
      AUTH_SECRET: randomBytes(32).toString('hex'),
      SEALING_KEY: randomBytes(32).toString('hex'),
    }),
  }
  const remove = async () => {
    await database?.drop()
    rmSync(folder, { recursive: true })
  }
  return { owner, settings, remove }
}

/** Creates products in the sandbox through the API, so that lists have rows. */
export async function makeProducts(origin: string, cookie: string, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) {
    const product = {
      name: `Concert number ${n} of the season`,
      description: `Seat ${n}, doors open an hour before, tickets are not returned`,
      currency: 'EUR',
      amount: 1_000 + 37 * n,
      infinite: n % 2 === 0,
      ...(n % 2 === 1 && { quantity: n }),
      immortal: true,
      language: 'en',
      transaction_type: 'payment',
      test: true,
    }
    const answer = await fetch(`${origin}/api/shops/sandbox/products`, {
      method: 'POST',
      headers: {
        cookie,
        origin,
        'content-type': 'application/json',
        'idempotency-key': `bench-product-${n}`,
      },
      body: JSON.stringify(product),
    })
    if (answer.status !== 201)
      throw new Error(`product ${n} was answered ${answer.status}: ${await answer.text()}`)
  }
}

/** Adds rows to the sandbox shop's list in PostgreSQL. They are not at the sandbox, so no sync runs afterwards. */
export async function addProducts(databaseUrl: string, count: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`UPDATE syncs SET synced_at = now() + interval '1 day'`)
    await client.query(
      `INSERT INTO products (shop_id, id, name, description, currency, amount, quantity, infinite, test, language,
        transaction_type, immortal, created_at, updated_at, raw, search, first_seen_at, synced_at)
      SELECT 'sandbox', 'prd_' || lpad(to_hex(n), 16, '0'), 'Poster ' || n, 'A poster in a tube', 'EUR', 100 + n, n % 40,
        false, true, 'en', 'payment', true, at, at, '{}', ' poster ' || n, at, now()
      FROM generate_series(1, $1::int) n, LATERAL (SELECT now() - n * interval '1 minute' AS at) moment`,
      [count],
    )
    await client.query('VACUUM ANALYZE products')
  } finally {
    await client.end()
  }
}
