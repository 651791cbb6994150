import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { anonymiseCustomer } from '../../customers/server/anonymising/anonymise'
import { customersOf } from '../../customers/server/testing'
import { onEachEngine } from '../../db/testing-engines'
import { testOffice } from '../../testing/office'
import { maskedFingerprint, originalFingerprint } from './redaction/fingerprint'
import { notifications } from './tables'

const signed = { 'content-signature': 'c2lnbmF0dXJl', 'content-type': 'application/json' }

onEachEngine('notifications that an earlier release reduced', (kind) => {
  const office = testOffice(kind)
  const whereId = (id: string) => office.whereShop(notifications, eq(notifications.id, id))
  const upgrade = (name = '0066_reduced_notifications') => {
    const migration = readFileSync(`lib/core/server/tables/migrations/${name}.sql`, 'utf8')
    return office.engine.db.execute(sql.raw(migration))
  }
  const notify = async (
    body: Record<string, unknown>,
    change: Partial<typeof notifications.$inferInsert> = {},
  ) => {
    const id = await customersOf(office).notify(body)
    await office.engine.db
      .update(notifications)
      .set({ headers: signed, ...change })
      .where(whereId(id))
    return id
  }
  const read = async (id: string) => {
    const [row] = await office.engine.db.select().from(notifications).where(whereId(id))
    return row
  }

  it('lose their signature, and whole ones keep it', async () => {
    const whole = await notify({ uid: 'whole' })
    const numbered = await notify({ uid: 'numbered' }, { hasCardNumber: true })
    const expired = await notify({ uid: 'expired' }, { personalRemovedAt: new Date() })
    const [customer = ''] = await customersOf(office).insert({ email: 'gone@x.example' })
    const anonymised = await notify({ uid: 'anonymised', customer: { email: 'gone@x.example' } })
    await anonymiseCustomer(office.context, customer)
    await office.engine.db.update(notifications).set({ headers: signed }).where(whereId(anonymised))
    const masked = await notify({ uid: 'masked' })
    const older = await notify({ uid: 'older' })
    const body = async (id: string) => (await read(id))?.body ?? Buffer.alloc(0)
    const { db } = office.engine
    await db
      .update(notifications)
      .set({ fingerprint: maskedFingerprint(await body(masked)) })
      .where(whereId(masked))
    await db
      .update(notifications)
      .set({ fingerprint: maskedFingerprint(await body(older), older) })
      .where(whereId(older))
    await upgrade()
    expect((await read(whole))?.headers).toEqual(signed)
    for (const id of [numbered, expired, anonymised, masked, older])
      expect((await read(id))?.headers, id).toEqual({ 'content-type': 'application/json' })
  })

  it('lose it wherever the body is not what was posted, and cannot be that again', async () => {
    const original = Buffer.from('{"uid":"p","customer":{"email":"gone@x.example"}}')
    const [kept, changed] = [Buffer.from('{"uid":"p"}'), { fingerprint: originalFingerprint(original) }]
    const whole = await notify({}, { body: original, ...changed })
    const reduced = await notify({}, { body: kept, ...changed, hook: 'verification' })
    const sealed = await notify(
      {},
      { body: kept, ...changed, authenticity: 'credentials', cardTokensSealed: Buffer.from('sealed') },
    )
    await upgrade('0067_whole_returns')
    expect((await read(reduced))?.headers).toEqual({ 'content-type': 'application/json' })
    for (const id of [whole, sealed]) expect((await read(id))?.headers, id).toEqual(signed)
  })

  it('get keys later, if they are of an unknown kind', async () => {
    const unknown = await notify({ uid: 'unknown' }, { kind: 'unknown', keys: [] })
    const removed = await notify(
      { uid: 'removed' },
      { kind: 'unknown', keys: [], payloadRemovedAt: new Date() },
    )
    const known = await notify({ uid: 'known' }, { kind: 'transaction', keys: [] })
    await upgrade()
    expect((await read(unknown))?.keys).toBeNull()
    expect((await read(removed))?.keys).toEqual([])
    expect((await read(known))?.keys).toEqual([])
  })
})
