import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { openEngine } from '@/lib/db/engine'
import { createSealer } from '@/lib/db/sealing'
import { serverMigrations } from '@/lib/start/migrations'
import { admin, adminCommand, emptyPlace, filledPlace, rowsOf } from '../lib/backup/testing'
import { root } from '../lib/root.mjs'

/** Kills the command at its first line of output: that one table is moved. */
async function killHalfWay(args: string[], settings: Record<string, string>) {
  const env = { ...process.env, DATABASE_URL: '', ...settings }
  const child = spawn(process.execPath, [...adminCommand, ...args], { cwd: root, env })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Connects when one table is moved, as an application would, and stays until the command ends. */
async function whileItMoves(args: string[], settings: Record<string, string>) {
  const env = { ...process.env, DATABASE_URL: '', ...settings }
  const child = spawn(process.execPath, [...adminCommand, ...args], { cwd: root, env })
  let text = ''
  child.stderr.on('data', (said) => (text += String(said)))
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  const client = new pg.Client({ connectionString: settings.DATABASE_URL })
  await client.connect()
  const { rows } = await client.query<{ is_free: boolean }>('SELECT pg_try_advisory_lock(7203361) AS is_free')
  const [code] = (await ended) as [number]
  await client.end()
  return { code, text, isLocked: rows[0]?.is_free === false }
}

const openFolder = (dataDir: string, key: Buffer) =>
  openEngine({
    storage: { dataDir },
    migrations: [serverMigrations],
    sealer: createSealer(key),
    onError: (error) => {
      throw error
    },
  })

describe.skipIf(!process.env.TEST_DATABASE_URL)('npm run admin -- move-to', () => {
  it('moves to PostgreSQL and back, row by row, and goes on where it was killed', async () => {
    const first = await filledPlace('embedded')
    const rows = await rowsOf(first.engine)
    const second = await emptyPlace('server')
    const there = ['move-to', second.settings.DATABASE_URL ?? '']
    expect((await admin(there, first.settings)).text).toContain('Stop it, and run the command again.')
    await first.engine.close()

    await killHalfWay(there, first.settings)
    await expect(second.open(first.key)).rejects.toThrow('The move into this database is not finished.')
    const other = new pg.Client({ connectionString: second.settings.DATABASE_URL })
    await other.connect()
    await other.query('SELECT pg_advisory_lock(7203361)')
    const refused = await admin(there, first.settings)
    expect([refused.code, refused.text]).toEqual([
      1,
      expect.stringContaining('Another move, or an application'),
    ])
    await other.end()
    const secrets = path.join(first.folder, 'elsewhere', 'secrets.json')
    const unset = { HOST: '', LISTEN_HOST: '', SANDBOX: '' }
    const { code, text } = await admin(there, { ...first.settings, ...unset, SECRETS_FILE: secrets })
    expect(text).toContain('Without HOST it listens on all addresses from now on. HOST=127.0.0.1 keeps it')
    expect(text).toContain('Without SANDBOX the sandbox is off from now on')
    expect(text).toContain(`SECRETS_FILE=${secrets},`)
    expect([code, text]).toEqual([0, expect.stringContaining('public.shops: 2 rows, copied and compared')])
    expect(text).toMatch(/^public\.__migrations: \d+ rows, equal$/m)
    const moved = await second.open(first.key)
    expect(await rowsOf(moved)).toEqual(rows)
    expect((await admin(there, first.settings)).text).toBe('The other database is not empty.\n')

    const folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-back-'))
    const back = ['move-to', folder]
    expect((await admin(back, second.settings)).text).toContain('others are connected to the database')
    await moved.close()
    await killHalfWay(back, second.settings)
    await expect(openFolder(folder, first.key)).rejects.toThrow(/^DATA_DIR: the move into .* is not finished/)
    const joined = await whileItMoves(back, second.settings)
    expect(joined).toMatchObject({
      code: 1,
      isLocked: true,
      text: expect.stringContaining('1 others are connected'),
    })
    expect(existsSync(path.join(folder, 'pglite'))).toBe(false)
    const moving = await admin(back, { ...second.settings, HOST: '127.0.0.1', SANDBOX: 'on' })
    expect([moving.code, moving.text]).toEqual([0, expect.not.stringContaining('Without HOST')])
    // As if it was killed just before the folder got its name.
    renameSync(path.join(folder, 'pglite'), path.join(folder, 'pglite.moving'))
    expect(await admin(back, second.settings)).toMatchObject({ code: 0 })
    const again = await openFolder(folder, first.key)
    expect(await rowsOf(again)).toEqual(rows)
    await again.close()
    await Promise.all([first.drop(), second.drop()])
  }, 400_000)
})
