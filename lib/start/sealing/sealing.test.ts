import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sealing } from '../../core/server/tables/installation'
import { activity } from '../../core/server/tables/requests'
import type { SealedColumn } from '../../db/resealing'
import { createSealer } from '../../db/sealing'
import { onEachEngine } from '../../db/testing-engines'
import { keyIdOf } from '../../keys/secrets-file.mjs'
import { sealedOfSandbox } from '../../sandbox/start'
import { openTestApplication, type TestApplication } from '../../testing/application'
import { adopt, keysInFile, resealAll } from './reseal'
import { noteKey, prepareSealing, sealedOfOffice } from './sealing'
import { fillSealed, nameOf } from './testing'

const columns = [...sealedOfOffice, ...sealedOfSandbox]
const folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-sealing-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Row = Record<string, unknown>

onEachEngine('replacing the sealing key with a value in every column', (kind) => {
  let app: TestApplication
  let oldKey: string
  let markBefore: Buffer
  beforeAll(async () => {
    app = await openTestApplication(kind)
    for (const column of columns) if (column.table !== sealing) await fillSealed(app.engine, column, columns)
    oldKey = app.engine.sealer.keyIds().key
    markBefore = app.engine.sealer.mark('a recovery code', 'user:1:recovery')
  })
  afterAll(() => app.close())

  const rowsOf = (one: SealedColumn): Promise<Row[]> =>
    app.engine.db
      .select()
      .from(one.table)
      .where(sql`octet_length(${one.column}) > 0`)
  const openedBy = async (sealer: typeof app.engine.sealer) => {
    const opened: string[] = []
    for (const one of columns)
      for (const row of await rowsOf(one))
        opened.push(sealer.unseal(row[nameOf(one)] as Buffer, one.contextOf(row)))
    return opened.toSorted()
  }
  const newKey = randomBytes(32)
  const source = { sealingKeySource: 'SEALING_KEY: this' }
  const file = path.join(folder, kind)
  const writeKeys = (old: Buffer) =>
    writeFileSync(
      file,
      JSON.stringify({
        auth_secret: 'x'.repeat(32),
        sealing_key: newKey.toString('hex'),
        old_sealing_key: old.toString('hex'),
      }),
    )
  const inFile = () => JSON.parse(readFileSync(file, 'utf8')) as Row
  const state = async () => (await app.engine.db.select().from(sealing).where(eq(sealing.id, 1)))[0]!
  const work = (given: object = {}) =>
    resealAll(app.engine, { file, columns, until: Infinity, keptMinutes: 0, ...given })
  /** The tables with a value that this key sealed. */
  const sealedWith = async (id: string) => {
    const { rows } = await app.engine.db.execute<{ place: string; name: string }>(sql`
        SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS place, column_name AS name
        FROM information_schema.columns
        WHERE data_type = 'bytea' AND table_schema NOT IN ('pg_catalog', 'information_schema')`)
    const found: string[] = []
    for (const { place, name } of rows) {
      const { rows: counted } = await app.engine.db.execute<{ count: number }>(
        sql`SELECT count(*)::int AS count FROM ${sql.raw(place)}
            WHERE substring(${sql.identifier(name)} FROM 1 FOR 5) = decode(${`02${id}`}, 'hex')`,
      )
      if (counted[0]!.count > 0) found.push(`${place}.${name}`)
    }
    return found.toSorted()
  }

  it('knows every column with sealed values, by name and by what is in them', async () => {
    const { rows } = await app.engine.db.execute<{ name: string }>(sql`
        SELECT table_schema || '.' || table_name || '.' || column_name AS name FROM information_schema.columns
        WHERE data_type = 'bytea' AND column_name LIKE '%\\_sealed'`)
    const known = columns.map(({ name }) => name).toSorted()
    expect(rows.map(({ name }) => name).toSorted()).toEqual(known)
    expect(await sealedWith(oldKey)).toEqual(known)
  })

  it('names the missing key in one line after an interrupted rotation', async () => {
    const before = await openedBy(app.engine.sealer)
    const old = app.engine.sealer
    const key = randomBytes(32)
    expect(await refusal(createSealer(key))).toBe(
      'SEALING_KEY: this is not the key that this database was sealed with',
    )
    // Half-way: some columns are sealed with the new key, and the process is killed.
    old.adopt({ key: newKey, old: keyUsed() })
    expect(await noteKey(app.engine.db, old)).toBe(true)
    expect(await noteKey(app.engine.db, old)).toBe(false)
    await work({ columns: columns.slice(0, 5), keptMinutes: 60 })
    expect((await sealedWith(oldKey)).length).toBeGreaterThan(5)
    expect((await sealedWith(keyIdOf(newKey))).length).toBeGreaterThan(3)
    const lost = await refusal(createSealer(newKey))
    expect(lost).toBe(
      `SEALING_KEY: this is being replaced, and what is still sealed with the old key ${oldKey} opens with no other; put the old key back`,
    )
    expect(await refusal(createSealer(newKey, { old: randomBytes(32) }))).toBe(lost)
    expect(await refusal(createSealer(keyUsed()))).toMatch(/is not the key/)
    // With both, in either order, everything opens.
    for (const sealer of [createSealer(newKey, { old: keyUsed() }), createSealer(keyUsed(), { old: newKey })])
      expect(await openedBy(sealer)).toEqual(before)
  })

  it('keeps a missing old key, and reports it, while the application runs', async () => {
    const { sealer, db } = app.engine
    const both = { key: newKey, old: keyUsed() }
    // Someone saves the file without the old key, or with the key of another installation.
    for (const keys of [
      { key: newKey, old: null },
      { key: randomBytes(32), old: null },
      { ...both, old: randomBytes(32) },
      // The result of `rotate-sealing-key` for a file without the old key, which it cannot know.
      { key: randomBytes(32), old: newKey },
    ]) {
      expect(await adopt(app.engine, keys)).toBe(false)
      expect(sealer.keyIds()).toEqual({ key: keyIdOf(newKey), old: oldKey })
    }
    expect(await adopt(app.engine, both)).toBe(true)
    sealer.adopt({ key: newKey, old: null })
    await work()
    await work()
    expect(await state()).toMatchObject({ keyId: keyIdOf(newKey), oldKeyId: oldKey })
    expect((await sealedWith(oldKey)).length).toBeGreaterThan(5)
    const whereRecorded = eq(activity.action, 'installation.sealing_key_missing')
    expect(await db.select().from(activity).where(whereRecorded)).toMatchObject([{ detail: { key: oldKey } }])
    expect(app.logged()).toContain(`"event":"sealing.key_missing","key":"${oldKey}"`)
    sealer.adopt(both)
  })

  it('goes on after a kill, and gives up the old key only when nothing uses it', async () => {
    const before = await openedBy(app.engine.sealer)
    writeKeys(keyUsed())
    await work({ until: 0 })
    expect(inFile()).not.toHaveProperty('is_old_key_unused')
    // Everything is resealed, but a transaction that sealed with the old key may still be open.
    await work({ keptMinutes: 60 })
    expect(inFile()).toMatchObject({ is_old_key_unused: true })
    expect((await state()).oldKeyId).toBe(oldKey)
    const late = columns.find(({ name }) => name.endsWith('card_tokens.token_sealed'))!
    const asBefore = createSealer(keyUsed())
    const [row] = await rowsOf(late)
    const value = asBefore.seal('secret of late', late.contextOf(row!))
    await app.engine.db
      .update(late.table)
      .set({ tokenSealed: value })
      .where(sql`id = ${row!.id} AND shop_id = ${row!.shopId}`)
    await work()
    expect(await state()).toMatchObject({ keyId: keyIdOf(newKey), oldKeyId: null })
    expect(inFile()).toEqual({ auth_secret: 'x'.repeat(32), sealing_key: newKey.toString('hex') })
    expect(app.engine.sealer.keyIds()).toEqual({ key: keyIdOf(newKey), old: null })
    expect(await sealedWith(oldKey)).toEqual([])
    const now = await openedBy(createSealer(newKey))
    expect(now).toHaveLength(before.length)
    expect(now).toContain('secret of late')
    const kinds = await app.engine.db
      .select()
      .from(activity)
      .where(sql`action IN ('installation.sealing_key_replaced', 'installation.sealing_key_retired')`)
    expect(kinds.map(({ action }) => action).toSorted()).toEqual([
      'installation.sealing_key_replaced',
      'installation.sealing_key_retired',
    ])
    for (const event of ['sealing.key_replaced', 'sealing.key_retired'])
      expect(
        app
          .logged()
          .split('\n')
          .filter((line) => line.includes(event)),
      ).toHaveLength(1)
  })

  it('records once that the old key was given up', async () => {
    const retired = () =>
      app.engine.db.select().from(activity).where(eq(activity.action, 'installation.sealing_key_retired'))
    const before = await retired()
    const old = randomBytes(32)
    await app.engine.db.update(sealing).set({ oldKeyId: keyIdOf(old), checkedKeyId: null })
    app.engine.sealer.adopt({ key: newKey, old })
    await Promise.all([work(), work(), work()])
    expect(await state()).toMatchObject({ oldKeyId: null })
    expect(await retired()).toHaveLength(before.length + 1)
  })

  it('seals again what an instance that started late sealed with the old key after it was given up', async () => {
    const late = columns.find(({ name }) => name.endsWith('card_tokens.token_sealed'))!
    const [row] = await rowsOf(late)
    const old = randomBytes(32)
    const value = createSealer(old).seal('secret of a late instance', late.contextOf(row!))
    const tokenOf = sql`id = ${row!.id} AND shop_id = ${row!.shopId}`
    expect(await state()).toMatchObject({ checkedKeyId: keyIdOf(newKey), oldKeyId: null })
    for (const place of [{ file: null }, { file }]) {
      if (place.file !== null) writeKeys(old)
      await app.engine.db.update(late.table).set({ tokenSealed: value }).where(tokenOf)
      app.engine.sealer.adopt({ key: newKey, old })
      await work(place)
      expect(await sealedWith(keyIdOf(old))).toEqual([])
      expect(await openedBy(createSealer(newKey))).toContain('secret of a late instance')
    }
    expect(inFile()).not.toHaveProperty('old_sealing_key')
    expect(app.engine.sealer.keyIds()).toEqual({ key: keyIdOf(newKey), old: null })
  })

  it('keeps marks as they were, so that recovery codes still count', async () => {
    expect(app.engine.sealer.mark('a recovery code', 'user:1:recovery').equals(markBefore)).toBe(true)
    const next = createSealer(newKey)
    await prepareSealing(app.engine.db, next, source)
    expect(next.mark('a recovery code', 'user:1:recovery').equals(markBefore)).toBe(true)
  })

  it('adds key IDs to values of earlier releases, and skips those that no key opens', async () => {
    const one = columns.find(({ name }) => name.endsWith('card_tokens.token_sealed'))!
    const rows = await rowsOf(one)
    const { sealer } = app.engine
    const asFirst = (sealed: Buffer) => Buffer.concat([Buffer.of(1), sealed.subarray(5)])
    const set = (row: Row, value: Buffer) =>
        app.engine.db.update(one.table).set({ tokenSealed: value }).where(sql`id = ${row.id} AND shop_id = ${row.shopId}`) // prettier-ignore
    await set(rows[0]!, asFirst(sealer.seal('an early secret', one.contextOf(rows[0]!))))
    await app.engine.db.update(sealing).set({ checkedKeyId: null })
    await work()
    const [after] = await rowsOf(one)
    expect((after!.tokenSealed as Buffer).subarray(0, 5).equals(sealer.prefix())).toBe(true)
    expect(sealer.unseal(after!.tokenSealed as Buffer, one.contextOf(after!))).toBe('an early secret')
    const damaged = Buffer.concat([Buffer.of(1), randomBytes(60)])
    await set(after!, damaged)
    await app.engine.db.update(sealing).set({ checkedKeyId: null })
    await work()
    expect((await rowsOf(one))[0]!.tokenSealed).toEqual(damaged)
    expect((await state()).checkedKeyId).toBe(keyIdOf(newKey))
    expect(app.logged()).toContain('"event":"sealing.unopened","column":"public.card_tokens.token_sealed"')
  })

  it('keeps the only key that opens everything in a file with an unread new key', async () => {
    const rotated = {
      auth_secret: 'x'.repeat(32),
      sealing_key: randomBytes(32).toString('hex'),
      old_sealing_key: newKey.toString('hex'),
    }
    writeFileSync(file, JSON.stringify(rotated))
    await work()
    expect(inFile()).toEqual(rotated)
    await app.engine.db.update(sealing).set({ checkedKeyId: null })
    await work()
    expect(inFile()).toEqual(rotated)
    expect(app.engine.sealer.keyIds().key).toBe(keyIdOf(newKey))
  })

  it('reports a file that is gone', () => {
    expect(keysInFile(path.join(folder, 'gone'))).toBeNull()
    expect(app.logged()).toContain('the file with the sealing key is missing; put it back')
  })

  it('opens values sealed with a key that it has not read yet', async () => {
    const next = randomBytes(32)
    const value = createSealer(next).seal('from there', 'a')
    const here = createSealer(newKey, { reload: () => ({ key: next, old: newKey }) })
    expect(here.unseal(value, 'a')).toBe('from there')
    expect(here.keyIds().key).toBe(keyIdOf(next))
    expect(() => createSealer(newKey).unseal(value, 'a')).toThrow(keyIdOf(next))
  })

  const refusal = (sealer: typeof app.engine.sealer) =>
    prepareSealing(app.engine.db, sealer, source).then(
      () => null,
      (error: Error) => error.message,
    )
  const keyUsed = () => app.sealingKey
})
