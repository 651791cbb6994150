import { eq } from 'drizzle-orm'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  freshnessOf,
  isCompleteSince,
  syncIfOlder,
  syncWhileIdle,
} from '../../../core/server/mirror/keep-fresh'
import { syncs } from '../../../core/server/tables/mirrors'
import { onEachEngine } from '../../../db/testing-engines'
import { forgetGates } from '../../../gateway/client/testing'
import { productReply } from '../../../gateway/products/product'
import { eventually } from '../../../testing/eventually'
import { testOffice } from '../../../testing/office'
import { opened } from '../../../testing/opened'
import { listProducts } from '../listing/list'
import { mirrorProducts, lastSync, productMirror, syncProducts } from './mirror'
import { readProduct } from './read'
import { products } from '../tables'
import { fakeGateway } from '../testing'

const query = { sort: '-updated_at', limit: 50 } as const
const minute = 60_000

onEachEngine('the mirror of products and its gateway', (kind) => {
  const gateway = opened(fakeGateway)
  const office = testOffice(kind, () => gateway.url)
  beforeEach(async () => {
    forgetGates()
    await office.clear(products, syncs)
    gateway.made.clear()
    gateway.state.read = 'answer'
    gateway.during.list = async () => {}
  })

  const mirror = (at: Date, ...replies: Record<string, unknown>[]) =>
    mirrorProducts(
      office.engine.db,
      office.context.shop.id,
      replies.map((reply) => productReply.parse(reply)),
      at,
    )
  const names = async () => {
    const rows = await office.engine.db.select().from(products).where(office.whereShop(products))
    return rows.map(({ name, vanishedAt }) => `${name}${vanishedAt ? ' (vanished)' : ''}`).sort()
  }
  const hold = () => {
    let go = () => {}
    let begun = false
    const held = new Promise<void>((resolve) => (go = resolve))
    gateway.during.list = async () => {
      begun = true
      await held
    }
    return { go: () => go(), begun: () => eventually(() => expect(begun).toBe(true)) }
  }

  it('is read again where the clock was put back since: nobody knows how old it is', async () => {
    const { engine, context } = office
    for (const [at, work] of [
      ['A', () => isCompleteSince(context, productMirror, new Date())],
      ['B', () => syncIfOlder(context, productMirror, new Date())],
      ['C', () => syncWhileIdle(context, productMirror)],
    ] as const) {
      await syncProducts(context)
      await engine.db
        .update(syncs)
        .set({ syncedAt: new Date(Date.now() + 300 * minute) })
        .where(office.whereShop(syncs))
      expect(freshnessOf(await lastSync(context)).syncing).toBe(true)
      gateway.insert({ name: at })
      await work()
      expect(await names()).toContain(at)
    }
  })

  it('mirrors the gateway’s list, and marks missing products until they return', async () => {
    const [a, b] = [gateway.insert({ name: 'A' }), gateway.insert({ name: 'B' })]
    await syncProducts(office.context)
    gateway.made.delete(a.id)
    await eventually(async () => {
      await syncProducts(office.context)
      expect(await names()).toEqual(['A (vanished)', 'B'])
    })
    expect((await listProducts(office.context, query)).items.map(({ id }) => id)).toEqual([b.id])
    expect(await readProduct(office.context, a.id)).toMatchObject({ vanished: true })
    gateway.made.set(a.id, a)
    await syncProducts(office.context)
    expect(await names()).toEqual(['A', 'B'])
  })

  it('accepts duplicates and characters that databases refuse', async () => {
    const bad = { name: 'a\0b\ud800', description: '\ud83d\udca5', more: { 'k\0': ['\udc00', '\\u0000'] } }
    gateway.during.list = async () => {}
    const one = gateway.insert(bad)
    gateway.made.set('again', one)
    gateway.insert({
      name: 'B',
      amount: '9'.repeat(40),
      quantity: '3',
      created_at: '99999',
      updated_at: 'soon',
    })
    expect(await syncProducts(office.context)).toBe('synced')
    expect(await names()).toEqual(['B', 'ab\ufffd'])
    const { items } = await listProducts(office.context, query)
    expect(items.find(({ name }) => name === 'B')).toMatchObject({
      amount: null,
      quantity: 3,
      created_at: null,
    })
    const [row] = await office.engine.db
      .select()
      .from(products)
      .where(office.whereShop(products, eq(products.id, one.id)))
    expect(row?.description).toBe('\ud83d\udca5')
    expect(row?.raw.more).toEqual({ k: ['\ufffd', '\\u0000'] })
  })

  it('is not changed by older answers and lists', async () => {
    const now = new Date()
    await mirror(now, { id: 'prd_1', name: 'new' })
    await mirror(new Date(now.valueOf() - minute), { id: 'prd_1', name: 'old' })
    expect(await names()).toEqual(['new'])

    const held = hold()
    const sync = syncProducts(office.context)
    await held.begun()
    await mirror(new Date(), { id: 'prd_1', name: 'newer' }, { id: 'prd_2', name: 'made meanwhile' })
    held.go()
    await sync
    expect(await names()).toEqual(['made meanwhile', 'newer'])
  })

  it('does not mark what an instance whose clock is behind stores while the list arrives', async () => {
    gateway.insert({ name: 'A' })
    const held = hold()
    const sync = syncProducts(office.context)
    await held.begun()
    await mirror(new Date(Date.now() - minute), { id: 'prd_1', name: 'made meanwhile' })
    held.go()
    expect(await sync).toBe('synced')
    expect(await names()).toEqual(['A', 'made meanwhile'])
    gateway.during.list = async () => {}
    await eventually(async () => {
      await syncProducts(office.context)
      expect(await names()).toEqual(['A', 'made meanwhile (vanished)'])
    })
  })

  it('keeps submissions, even if another instance’s clock is ahead', async () => {
    const { userId } = office.context.actor
    await mirror(new Date(Date.now() + 10 * minute), { id: 'prd_1', name: 'from the future' })
    const fields = { immortal: true, return_url: 'https://shop.example' }
    const submission = { fields, by: userId, at: new Date() }
    const reply = productReply.parse({ id: 'prd_1', name: 'ours' })
    await mirrorProducts(office.engine.db, office.context.shop.id, [reply], new Date(), submission)
    await mirror(new Date(Date.now() + 11 * minute), { id: 'prd_1', name: 'later' })
    const [row] = await office.engine.db.select().from(products).where(office.whereShop(products))
    expect(row).toMatchObject({ name: 'later', immortal: true, submitted: fields, submittedBy: userId })
  })

  it('is synced by one at a time', async () => {
    gateway.insert({ name: 'A' })
    const held = hold()
    const first = syncProducts(office.context)
    await held.begun()
    expect(await syncProducts(office.context)).toBe('running_elsewhere')
    held.go()
    expect(await first).toBe('synced')
    expect(await syncProducts(office.context)).toBe('synced')
  })

  it('is synced again after a process died with the lease, whose late end changes nothing', async () => {
    const held = hold()
    const first = syncProducts(office.context)
    await held.begun()
    await office.engine.db
      .update(syncs)
      .set({ leaseEndsAt: new Date(Date.now() - minute) })
      .where(office.whereShop(syncs))
    const { go } = held
    const other = hold()
    const second = syncProducts(office.context)
    await other.begun()
    go()
    expect(await first).toBe('running_elsewhere')
    expect(await syncProducts(office.context)).toBe('running_elsewhere')
    other.go()
    expect(await second).toBe('synced')
    expect(await syncProducts(office.context)).toBe('synced')
  })

  it('renews its lease during a slow list', async () => {
    gateway.insert({ name: 'A' })
    const held = hold()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const first = syncProducts(office.context)
      await held.begun()
      const ending = new Date(Date.now() + 1_000)
      await office.engine.db.update(syncs).set({ leaseEndsAt: ending }).where(office.whereShop(syncs))
      vi.advanceTimersByTime(10_000)
      await eventually(async () => {
        const [row] = await office.engine.db.select().from(syncs).where(office.whereShop(syncs))
        expect(row?.leaseEndsAt?.valueOf()).toBeGreaterThan(ending.valueOf() + 30_000)
      })
      held.go()
      expect(await first).toBe('synced')
    } finally {
      vi.useRealTimers()
    }
  })

  it('is unchanged if the gateway does not answer, reports it, and still answers', async () => {
    gateway.insert({ name: 'A' })
    await syncProducts(office.context)
    const synced = await lastSync(office.context)
    gateway.state.read = 'down'
    await expect(syncProducts(office.context)).rejects.toMatchObject({ code: 'gateway_unavailable' })
    const after = await lastSync(office.context)
    expect(after).toEqual({
      syncedAt: synced.syncedAt,
      isArchived: false,
      failedAt: expect.any(Date),
      isRunning: false,
    })
    const page = await listProducts(office.context, query)
    expect(page).toMatchObject({
      total: 1,
      total_exact: true,
      synced_at: synced.syncedAt?.toISOString(),
      refresh_failed_at: after.failedAt?.toISOString(),
      syncing: false,
    })
    const [row] = await office.engine.db.select().from(syncs).where(office.whereShop(syncs))
    expect(row).toMatchObject({ failure: 'gateway_unavailable', leaseEndsAt: null })
  })

  it('does not ask a failing gateway at every look', async () => {
    gateway.state.read = 'down'
    await expect(syncProducts(office.context)).rejects.toMatchObject({ code: 'gateway_unavailable' })
    const [before] = await office.engine.db.select().from(syncs).where(office.whereShop(syncs))
    await listProducts(office.context, query)
    await listProducts(office.context, query)
    const [after] = await office.engine.db.select().from(syncs).where(office.whereShop(syncs))
    expect(after).toEqual(before)
  })

  it('answers before the first sync, with a gateway that is down', async () => {
    gateway.state.read = 'down'
    expect(await listProducts(office.context, query)).toMatchObject({
      items: [],
      total: 0,
      synced_at: null,
      syncing: true,
    })
    await eventually(async () => {
      const [row] = await office.engine.db.select().from(syncs).where(office.whereShop(syncs))
      expect(row?.failure).toBe('gateway_unavailable')
    })
  })

  it('knows no product of another shop', async () => {
    await mirror(new Date(), { id: 'prd_1', name: 'A' })
    const shop = await office.insertShop(`shop-${crypto.randomUUID()}`)
    const elsewhere = { ...office.context, shop }
    expect((await listProducts(elsewhere, query)).items).toEqual([])
    await expect(readProduct(elsewhere, 'prd_1')).rejects.toMatchObject({ code: 'not_found' })
    await eventually(async () => expect((await lastSync(elsewhere)).syncedAt).not.toBeNull())
  })

  it('takes a name of any length', async () => {
    const name = Array.from({ length: 900 }, () => crypto.randomUUID()).join(' ')
    gateway.insert({ name })
    expect(await syncProducts(office.context)).toBe('synced')
    expect((await listProducts(office.context, { ...query, sort: 'name' })).items[0]?.name).toBe(name)
  })
})
