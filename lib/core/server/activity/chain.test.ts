import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readAnchors } from '../../../chain/anchors.mjs'
import { instantText, linkHashOf } from '../../../chain/chain.mjs'
import { verifyActivity, type Anchor } from '../../../chain/verify.mjs'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { otherShop } from '../../../testing/shops/other-shop'
import { activity, activitySeals } from '../tables/requests'
import { anchorActivity } from './anchor'
import { recordActivity } from './record'
import { sealActivity } from './seal'

onEachEngine('the chain of activity with two shops', (kind) => {
  const office = testOffice(kind)
  let folder: string
  let file: string
  let ids: string[]
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-anchors-'))
    file = path.join(folder, 'anchors.ndjson')
    await office.engine.db.delete(activitySeals)
    await office.engine.db.delete(activity)
    ids = []
    for (let n = 1; n <= 5; n++) ids.push(await record(n))
    await seal()
  })
  afterEach(() => rm(folder, { recursive: true }))

  const shop = 'shop-361'
  const run = (statement: ReturnType<typeof sql>) => office.engine.db.execute(statement)
  const seal = () => sealActivity(office.engine)
  /** In both shops. Returns the ID of the entry in this one. */
  const record = async (n: number) => {
    const actor = { ...office.context.actor, address: `192.0.2.${n}` }
    const entry = { action: 'product.created', subject: `p${n}`, detail: { n } } as const
    await recordActivity(office.engine.db, { shop: { id: otherShop }, actor }, entry)
    return recordActivity(office.engine.db, { shop: { id: shop }, actor }, entry)
  }
  const nth = (n: number) => ids[n - 1] ?? ''
  const query = (text: string, values: unknown[] = []): Promise<unknown[]> =>
    office.engine.prepared(`t${createHash('md5').update(text).digest('hex')}`, text, values)
  const verify = (anchors: readonly Anchor[] = []) => verifyActivity(query, anchors)
  const found = async (anchors: readonly Anchor[] = []) =>
    (await verify(anchors)).findings.map(({ chain, kind: what, entry, seq }) => [chain, what, entry, seq])
  const anchors = () => readAnchors(file).anchors

  /** What someone can do who may write to the database and knows how the chain is built. */
  async function workOutAgain(from: number): Promise<void> {
    const { rows } = await run(sql`
        SELECT seq::int AS seq, entry_id::text AS id, encode(entry_hash, 'hex') AS entry, encode(hash, 'hex') AS hash,
          ${sql.raw(instantText('sealed_until'))} AS until
        FROM activity_seals WHERE shop_id = ${shop} ORDER BY seq`)
    let previous = ''
    for (const row of rows as Record<'id' | 'entry' | 'hash' | 'until' | 'seq', never>[]) {
      const link = { previous, seq: row.seq, entryId: row.id, entryHash: row.entry, sealedUntil: row.until }
      previous = row.seq < from ? row.hash : linkHashOf(link)
      await run(sql`UPDATE activity_seals SET hash = decode(${previous}, 'hex') WHERE entry_id = ${row.id}`)
    }
  }

  it('holds each entry once, in the chain of its shop', async () => {
    const { chains, findings } = await verify()
    expect(findings).toEqual([])
    const short = chains.map(({ hash, ...chain }) => ({ ...chain, hash: hash.length }))
    expect(short).toEqual([
      { chain: 'installation', entries: 0, forgotten: 0, waiting: 0, hash: 0 },
      { chain: shop, entries: 5, forgotten: 0, waiting: 0, hash: 64 },
      { chain: otherShop, entries: 5, forgotten: 0, waiting: 0, hash: 64 },
    ])
    expect(new Set(chains.map(({ hash }) => hash)).size).toBe(3)
  })

  type Attack = [what: string, attack: () => Promise<unknown>, findings: () => unknown[]]
  const set = (n: number, change: ReturnType<typeof sql>) => () =>
    run(sql`UPDATE activity SET ${change} WHERE id = ${nth(n)}`)
  const changed = (n: number) => () => [[shop, 'changed', nth(n), n]]
  const attacks: Attack[] = [
    ['another action', set(2, sql`action = 'product.changed'`), changed(2)],
    ['another actor', set(2, sql`actor_id = NULL`), changed(2)],
    ['another object', set(1, sql`subject = 'p2'`), changed(1)],
    ['another time', set(3, sql`at = at + interval '1 second'`), changed(3)],
    ['another detail', set(5, sql`detail = '{"n": 6}'`), changed(5)],
    ['another address', set(4, sql`address = '203.0.113.9'`), changed(4)],
    ['no address', set(4, sql`address = NULL`), changed(4)],
    [
      'an address forgotten early',
      async () => {
        await set(4, sql`address = NULL`)()
        await run(sql`UPDATE activity_seals SET address_salt = NULL WHERE entry_id = ${nth(4)}`)
      },
      changed(4),
    ],
    [
      'a detail forgotten without anonymising',
      async () => {
        await set(4, sql`detail = '{}'`)()
        await run(sql`UPDATE activity_seals SET detail_salt = NULL WHERE entry_id = ${nth(4)}`)
      },
      changed(4),
    ],
    ['moved to the other shop', set(2, sql`shop_id = ${otherShop}`), changed(2)],
    [
      'removed',
      () => run(sql`DELETE FROM activity WHERE id = ${nth(3)}`),
      () => [[shop, 'removed', nth(3), 3]],
    ],
    [
      'removed, and said to be forgotten',
      async () => {
        await run(sql`DELETE FROM activity WHERE id = ${nth(3)}`)
        await run(sql`UPDATE activity_seals SET forgotten_by = ${nth(4)} WHERE entry_id = ${nth(3)}`)
      },
      () => [[shop, 'removed', nth(3), null]],
    ],
    [
      'removed with its place in the chain',
      async () => {
        await run(sql`DELETE FROM activity WHERE id = ${nth(3)}`)
        await run(sql`DELETE FROM activity_seals WHERE entry_id = ${nth(3)}`)
      },
      () => [[shop, 'removed', null, 3]],
    ],
    [
      'its place in the chain removed',
      () => run(sql`DELETE FROM activity_seals WHERE entry_id = ${nth(3)}`),
      () => [
        [shop, 'removed', null, 3],
        [shop, 'added', nth(3), null],
      ],
    ],
    [
      'its place in the chain removed, to be sealed again',
      async () => {
        await run(sql`DELETE FROM activity_seals WHERE entry_id = ${nth(5)}`)
        await run(sql`UPDATE activity SET detail = '{"n": 9}' WHERE id = ${nth(2)}`)
        await run(sql`UPDATE activity SET is_sealed = false WHERE id = ${nth(2)}`)
        await seal()
      },
      () => [
        [shop, 'changed', nth(2), 2],
        [shop, 'added', nth(5), null],
      ],
    ],
    [
      'added as if it were sealed',
      async () => {
        ids[5] = await record(6)
        await run(sql`UPDATE activity SET is_sealed = true WHERE id = ${nth(6)}`)
      },
      () => [[shop, 'added', nth(6), null]],
    ],
    [
      'added between older ones, before it is sealed',
      async () => {
        ids[5] = await record(6)
        await run(sql`UPDATE activity SET at = at - interval '3 days' WHERE id = ${nth(6)}`)
      },
      () => [[shop, 'added', nth(6), null]],
    ],
    [
      'added between older ones, after it is sealed',
      async () => {
        ids[5] = await record(6)
        await run(sql`UPDATE activity SET at = at - interval '3 days' WHERE id = ${nth(6)}`)
        await seal()
      },
      () => [[shop, 'added', nth(6), 6]],
    ],
    [
      'put into another order',
      async () => {
        await run(sql`UPDATE activity_seals SET seq = -seq WHERE entry_id IN (${nth(2)}, ${nth(3)})`)
        await run(sql`UPDATE activity_seals SET seq = 5 + seq WHERE seq < 0`)
      },
      () => [
        [shop, 'moved', nth(3), 2],
        [shop, 'moved', nth(2), 3],
        [shop, 'moved', nth(4), 4],
      ],
    ],
  ]

  it.each(attacks)('finds an entry: %s', async (_, attack, findings) => {
    await attack()
    expect(await found()).toEqual(findings())
  })

  it('does not reveal a recomputed chain; an anchor does', async () => {
    await anchorActivity(office.engine, file)
    await run(sql`UPDATE activity SET detail = '{"n": 9}' WHERE id = ${nth(4)}`)
    await run(sql`DELETE FROM activity_seals WHERE entry_id IN (${nth(4)}, ${nth(5)})`)
    await run(sql`UPDATE activity SET is_sealed = false WHERE id IN (${nth(4)}, ${nth(5)})`)
    await seal()
    expect(await found()).toEqual([])
    expect(await found(anchors())).toEqual([[shop, 'replaced', nth(5), 5]])
  })

  it('does not reveal a cut-off end; an anchor does', async () => {
    await anchorActivity(office.engine, file)
    const last = [nth(4), nth(5)]
    await office.engine.db.delete(activitySeals).where(inArray(activitySeals.entryId, last))
    await office.engine.db.delete(activity).where(inArray(activity.id, last))
    expect(await found()).toEqual([])
    expect(await found(anchors())).toEqual([[shop, 'cut', null, 3]])
  })

  it('reveals from an anchor that a whole shop is gone', async () => {
    const anchor = { at: '2026-01-01T00:00:00.000000Z', chain: 'shop-9', entries: 3, hash: 'a'.repeat(64) }
    expect(await found([anchor])).toEqual([['shop-9', 'gone', null, null]])
    const entry = { action: 'shop.deleted', subject: 'shop-9' } as const
    await recordActivity(office.engine.db, { shop: null, actor: office.context.actor }, entry)
    expect(await found([anchor])).toEqual([])
  })

  it('still names the entry where the rest was worked out again', async () => {
    await run(sql`DELETE FROM activity_seals WHERE entry_id = ${nth(2)}`)
    await run(sql`DELETE FROM activity WHERE id = ${nth(2)}`)
    await workOutAgain(3)
    expect(await found()).toEqual([[shop, 'removed', null, 2]])
  })

  it('writes anchors once a day, to a file that survives a truncated line', async () => {
    writeFileSync(file, '{"at":"2026-01-01T00:')
    expect(await anchorActivity(office.engine, file)).toHaveLength(2)
    await record(6)
    expect(await anchorActivity(office.engine, file)).toEqual([])
    expect(readAnchors(file)).toMatchObject({
      damaged: [1],
      anchors: [
        { chain: shop, entries: 5 },
        { chain: otherShop, entries: 5 },
      ],
    })
    expect(readFileSync(file, 'utf8').endsWith('\n')).toBe(true)
    expect(await found(anchors())).toEqual([])
  })

  it('seals concurrent entries in one chain, with several sealing processes', async () => {
    const writers = Array.from({ length: 20 }, async (_, writer) => {
      for (let n = 0; n < 10; n++) await record(10 + writer)
    })
    const sealers = Array.from({ length: 3 }, async () => {
      for (let n = 0; n < 5; n++) await seal()
    })
    await Promise.all([...writers, ...sealers])
    await seal()
    const { chains, findings } = await verify()
    expect(findings).toEqual([])
    expect(chains.map(({ entries, waiting }) => [entries, waiting])).toEqual([
      [0, 0],
      [205, 0],
      [205, 0],
    ])
  })

  it('takes on entries of years, batch by batch', async () => {
    await run(sql`
        INSERT INTO activity (shop_id, id, at, action, subject)
        SELECT ${shop}, gen_random_uuid(), now() - n * interval '1 day', 'product.created', n::text
        FROM generate_series(1, 1200) n`)
    await office.engine.db.delete(activitySeals)
    await office.engine.db.update(activity).set({ isSealed: false })
    await seal()
    expect(await found()).toEqual([])
    const seals = await office.engine.db.$count(activitySeals, eq(activitySeals.shopId, shop))
    expect(seals).toBe(1205)
  })
})
