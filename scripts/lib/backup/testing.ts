import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { vi } from 'vitest'
import { insertOtherShop } from '@/lib/testing/shops/other-shop'
import { openEngine, type Engine } from '@/lib/db/engine'
import { createSealer } from '@/lib/db/sealing'
import { freshDatabase, freshFolder, type EngineKind } from '@/lib/db/testing'
import { replaceSecrets, secretsFileIn } from '@/lib/keys/secrets-file.mjs'
import { prepareSealing } from '@/lib/start/sealing/sealing'
import { serverMigrations } from '@/lib/start/migrations'
import { root } from '../root.mjs'
import { SetupError } from '../setup.mjs'

/** What `npm run admin` runs. It ends before an optimised embedded database would pay for itself. */
export const adminCommand = ['--liftoff-only', 'scripts/admin.mjs']

/** What a developer may have set. */
const unset = { DATABASE_URL: '', DATA_DIR: '', BACKUP_PASSPHRASE: '' }

/** Runs `npm run admin` without npm. */
export async function admin(args: string[], settings: Record<string, string> = {}) {
  const env = { ...process.env, ...unset, ...settings }
  return promisify(execFile)(process.execPath, [...adminCommand, ...args], { cwd: root, env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      text: stdout + stderr,
    }),
  )
}

/** As `admin`, without a separate process: for the output of a command in many cases. */
export async function inProcess([name, ...args]: string[], settings: Record<string, string> = {}) {
  const { run } = (await import(`../../admin/${name}.mjs`)) as {
    run: (args: string[]) => Promise<number | void>
  }
  const said: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((text: string) => void said.push(text))
  const { env } = process
  process.env = { ...env, ...unset, ...settings }
  try {
    const code = (await run(args)) ?? 0
    return { code, text: lines(said) }
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    return { code: 1, text: lines([...said, error.message]) }
  } finally {
    log.mockRestore()
    process.env = env
  }
}

const lines = (said: readonly string[]) => said.map((line) => `${line}\n`).join('')

export type Place = Awaited<ReturnType<typeof emptyPlace>>

/** An empty database, and a folder for its files. */
export const emptyPlace = (kind: EngineKind) => makePlace(kind, { isEmpty: true })

async function makePlace(kind: EngineKind, { isEmpty }: { isEmpty: boolean }) {
  const made = await freshFolder({ isEmpty: isEmpty || kind === 'server' })
  const folder = made.storage.dataDir
  const server = kind === 'server' ? await freshDatabase({ isEmpty }) : null
  const settings: Record<string, string> = {
    DATA_DIR: folder,
    ...(server && {
      DATABASE_URL: server.storage.databaseUrl,
      ...(server.storage.directUrl && { DATABASE_DIRECT_URL: server.storage.directUrl }),
      SECRETS_FILE: path.join(folder, 'secrets.json'),
    }),
  }
  const key = randomBytes(32)
  const open = (sealingKey = key) =>
    openEngine({
      storage: server ? server.storage : { dataDir: folder },
      migrations: [serverMigrations],
      sealer: createSealer(sealingKey),
      onError: (error) => {
        throw error
      },
    })
  const drop = async () => {
    await made.drop()
    await server?.drop()
  }
  return { folder, settings, key, open, drop, keysFile: secretsFileIn(folder) }
}

/** A place with two shops, rows in many pages, and text and bytes that are easily broken. */
export async function filledPlace(kind: EngineKind) {
  const place = await makePlace(kind, { isEmpty: false })
  replaceSecrets(place.keysFile, { auth_secret: 'a'.repeat(32), sealing_key: place.key.toString('hex') })
  const engine = await place.open()
  const { db, sealer } = engine
  await prepareSealing(db, sealer, { sealingKeySource: 'SEALING_KEY: this' })
  await insertOtherShop(engine)
  await db.execute(sql`
    INSERT INTO shops (id, name, mode, gateway_shop_id, secret_key_sealed, hook_key, gateway_url, apm_url, checkout_url)
    VALUES ('shop-361', ${`a\tb\\N\n"ü" 🦊`}, 'live', 361, ${sealer.seal('the key', 'shop:shop-361:secret_key')}, 'hook',
      'https://a.example', 'https://a.example', 'https://a.example')`)
  await db.execute(sql`
    INSERT INTO activity (id, shop_id, action, detail)
    SELECT gen_random_uuid(), CASE WHEN n % 2 = 0 THEN 'shop-361' END, 'installation.changed',
      jsonb_build_object('n', n, 'text', repeat(md5(n::text), 20), 'odd', E'tab\\t, line\\n, back\\\\slash, \\\\N')
    FROM generate_series(1, 4000) n`)
  // As between two batches of a shop's deletion: a trigger made the sum of both, and one of them is gone.
  await db.execute(sql`
    INSERT INTO payment_quarters (shop_id, currency, at, payments)
    VALUES ('shop-361', 'EUR', '2026-10-01T00:00:00Z', 1), ('shop-361', 'EUR', '2026-10-01T00:15:00Z', 2)`)
  await db.execute(sql`DELETE FROM payment_quarters WHERE payments = 2`)
  return { ...place, engine }
}

/** Every row of every table as text, in order, to compare two databases row by row. */
export async function rowsOf({ db }: Engine): Promise<Record<string, string[]>> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`)
  const all: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await db.execute<{ row: string }>(
      sql`SELECT t::text AS row FROM ${sql.identifier(name)} t ORDER BY t::text COLLATE "C"`,
    )
    all[name] = rows.map(({ row }) => row)
  }
  return all
}
