import { existsSync } from 'node:fs'
import path from 'node:path'
import { connect, createServer, type AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { readSecrets } from '@/lib/keys/secrets-file.mjs'
import { admin, emptyPlace, filledPlace } from './testing'

/** Passes everything on to PostgreSQL, and cuts the connection when it has passed a COMMIT on and was answered. */
async function cuttingProxy(to: URL) {
  const server = createServer((client) => {
    const database = connect(Number(to.port || 5432), to.hostname)
    let isCommitted = false
    client.on('data', (bytes) => {
      isCommitted ||= bytes.includes('COMMIT')
      database.write(bytes)
    })
    database.on('data', (bytes) => {
      if (isCommitted) client.destroy()
      else client.write(bytes)
    })
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(to)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return { url: url.href, close: () => server.close() }
}

it.skipIf(!process.env.TEST_DATABASE_URL)(
  'a restore whose connection is cut while it commits keeps the key, and says what is to be done',
  async () => {
    const passphrase = { BACKUP_PASSPHRASE: 'correct horse battery staple' }
    const from = await filledPlace('server')
    const file = path.join(from.folder, 'one.age')
    expect(await admin(['backup', file], { ...from.settings, ...passphrase })).toMatchObject({ code: 0 })
    const target = await emptyPlace('server')
    const proxy = await cuttingProxy(new URL(target.settings.DATABASE_URL ?? ''))
    const through = { ...target.settings, DATABASE_URL: proxy.url, DATABASE_DIRECT_URL: '', ...passphrase }
    const { code, text } = await admin(['restore', file], through)
    proxy.close()
    expect([code, text]).toEqual([1, expect.stringMatching(/^The connection was lost while everything was committed/)]) // prettier-ignore
    expect(existsSync(target.keysFile)).toBe(true)
    expect(readSecrets(target.keysFile)?.sealing_key).toBe(from.key.toString('hex'))
    const engine = await target.open(from.key)
    expect((await engine.db.execute(sql`SELECT id FROM shops`)).rows.length).toBe(2)
    await engine.close()
    await from.engine.close()
    await Promise.all([from.drop(), target.drop()])
  },
  180_000,
)
