import { expect, it } from 'vitest'
import { recordActivity } from '../../../core/server/activity/record'
import { activity } from '../../../core/server/tables/requests'
import { onEachEngine } from '../../../db/testing-engines'
import { productCreate, productUpdate } from '../../../gateway/products/product'
import { eventually } from '../../../testing/eventually'
import { testOffice } from '../../../testing/office'
import { opened } from '../../../testing/opened'
import { historyQuery } from '../../schema'
import { createProduct } from './create'
import { productHistory } from './history'
import { syncProducts } from '../mirror/mirror'
import { mirrorReply, readProduct, refreshInBackground } from '../mirror/read'
import { products } from '../tables'
import { fakeGateway } from '../testing'
import { settleLostUpdate, updateProduct } from './update'

const paper = productCreate.parse({
  name: 'Paper',
  description: 'Laid',
  currency: 'EUR',
  amount: 6000,
  quantity: 5,
  immortal: true,
})

onEachEngine('the history of a product with a gateway', (kind) => {
  const gateway = opened(fakeGateway)
  const office = testOffice(kind, () => gateway.url)
  const history = async (id: string, query: Record<string, unknown> = {}) =>
    productHistory(office.context, id, historyQuery.parse(query))

  it('shows who changed what, from and to, newest first', async () => {
    const { id } = await createProduct(office.context, paper)
    const manager = {
      ...office.context,
      actor: await office.insertPerson(office.context.shop.id, 'manager'),
    }
    await updateProduct(manager, id, productUpdate.parse({ amount: 6500, test: true }))
    const { items, next_cursor } = await history(id)
    expect(items).toMatchObject([
      {
        action: 'product.changed',
        by: 'manager',
        changes: [
          { field: 'amount', from: 6000, to: 6500 },
          { field: 'test', to: true },
        ],
      },
      { action: 'product.created', by: 'owner', changes: [] },
    ])
    expect(items[0]?.changes[1]).not.toHaveProperty('from') // Its old value was not known.
    expect(next_cursor).toBeNull()
  })

  it('tells nothing of other activity, whose ID somebody puts into the address', async () => {
    const { engine, shop, actor } = office.context
    const person = await office.insertPerson(shop.id, 'support')
    const recorded = [
      { action: 'person.disabled', subject: person.userId },
      { action: 'customer.revealed', subject: 'cst_1' },
      { action: 'product.created', subject: 'prd_1' },
    ] as const
    for (const entry of recorded) await recordActivity(engine.db, { shop, actor }, entry)
    const found = await Promise.all(recorded.map(({ subject }) => history(subject)))
    expect(found.map(({ items }) => items.length)).toEqual([0, 0, 1])
  })

  it('records changes of the gateway once', async () => {
    const { id } = await createProduct(office.context, paper)
    const made = gateway.made.get(id)
    gateway.made.set(id, { ...made, id, quantity: 4 })
    for (let n = 0; n < 3; n++) {
      refreshInBackground(office.context, id)
      await eventually(async () => expect((await readProduct(office.context, id)).quantity).toBe(4))
    }
    await eventually(async () =>
      expect((await history(id)).items).toMatchObject([
        { action: 'product.changed', by: null, changes: [{ field: 'quantity', from: 5, to: 4 }] },
        { action: 'product.created' },
      ]),
    )
  })

  it('records changes of the gateway that were seen after a change of ours', async () => {
    const { id } = await createProduct(office.context, paper)
    const sell = (quantity: number) => gateway.made.set(id, { ...gateway.made.get(id), id, quantity })
    sell(4)
    await updateProduct(office.context, id, productUpdate.parse({ amount: 6500 }))
    const recorded = [
      { by: 'owner', changes: [{ field: 'amount', from: 6000, to: 6500 }] },
      { by: null, changes: [{ field: 'quantity', from: 5, to: 4 }] },
      { action: 'product.created' },
    ]
    expect((await history(id)).items).toMatchObject(recorded)
    sell(3)
    expect(await settleLostUpdate(office.context, id, productUpdate.parse({ amount: 7000 }))).toBeNull()
    expect((await history(id)).items).toMatchObject([
      { by: null, changes: [{ field: 'quantity', from: 4, to: 3 }] },
      ...recorded,
    ])
  })

  it('is read with the current shop, even while an earlier read goes on', async () => {
    const { id } = await createProduct(office.context, paper)
    gateway.made.set(id, { ...gateway.made.get(id), id, quantity: 3 })
    const outdated = { ...office.context.shop, apmUrl: 'http://127.0.0.1:9' }
    refreshInBackground({ ...office.context, shop: outdated }, id)
    refreshInBackground(office.context, id)
    await eventually(async () =>
      expect((await history(id)).items[0]).toMatchObject({ changes: [{ from: 5, to: 3 }] }),
    )
  })

  it('records changes that only a sync saw, once', async () => {
    const { id } = await createProduct(office.context, paper)
    const unchanged = await createProduct(office.context, paper)
    const change = (values: object) => gateway.made.set(id, { ...gateway.made.get(id), id, ...values })
    change({ amount: 7000, quantity: 3 })
    for (let n = 0; n < 2; n++) await syncProducts(office.context)
    const recorded = {
      action: 'product.changed',
      by: null,
      changes: [
        { field: 'amount', from: 6000, to: 7000 },
        { field: 'quantity', from: 5, to: 3 },
      ],
    }
    expect((await history(id)).items).toMatchObject([recorded, { action: 'product.created' }])
    expect((await history(unchanged.id)).items).toMatchObject([{ action: 'product.created' }])

    // The next sync does not note what a single read has noted already.
    change({ amount: 7000, quantity: 2 })
    await mirrorReply(office.context, { ...paper, ...gateway.made.get(id), id }, new Date())
    await syncProducts(office.context)
    expect((await history(id)).items).toMatchObject([
      { changes: [{ field: 'quantity', from: 3, to: 2 }] },
      recorded,
      { action: 'product.created' },
    ])
  })

  it('ignores values that were sent unchanged', async () => {
    const { id } = await createProduct(office.context, paper)
    await updateProduct(office.context, id, productUpdate.parse({ amount: 6000, name: 'Card' }))
    expect((await history(id)).items[0]?.changes).toEqual([{ field: 'name', from: 'Paper', to: 'Card' }])
  })

  it('does not take our changes for the gateway’s', async () => {
    const { id } = await createProduct(office.context, paper)
    await updateProduct(office.context, id, productUpdate.parse({ quantity: 9 }))
    await office.engine.db
      .update(products)
      .set({ syncedAt: new Date(Date.now() - 60_000) })
      .where(office.whereShop(products))
    const reads = gateway.state.reads
    refreshInBackground(office.context, id)
    await eventually(() => expect(gateway.state.reads).toBeGreaterThan(reads))
    await eventually(async () => expect((await readProduct(office.context, id)).quantity).toBe(9))
    expect((await history(id)).items.map(({ by }) => by)).toEqual(['owner', 'owner'])
  })

  it('records a change of ours once, even if a background read saw it first', async () => {
    const { id } = await createProduct(office.context, paper)
    const { shop, actor } = office.context
    const detail = { fields: ['amount'], before: { amount: 6000 }, after: { amount: 6500 } }
    const entry = { shopId: shop.id, action: 'product.changed', subject: id, detail }
    const now = Date.now() + 1000
    await office.engine.db.insert(activity).values([
      { ...entry, id: crypto.randomUUID(), at: new Date(now), actorId: null },
      { ...entry, id: crypto.randomUUID(), at: new Date(now + 1), actorId: actor.userId },
    ])
    expect((await history(id)).items).toMatchObject([
      { by: 'owner', changes: [{ field: 'amount', from: 6000, to: 6500 }] },
      { action: 'product.created' },
    ])
  })

  it('shows the value before of changes that were mirrored first', async () => {
    const { id } = await createProduct(office.context, paper)
    gateway.during.update = async () => {
      const made = gateway.made.get(id)
      if (made) await mirrorReply(office.context, made, new Date())
    }
    await updateProduct(office.context, id, productUpdate.parse({ amount: 6500 }))
    gateway.during.update = async () => {}
    expect((await history(id)).items).toMatchObject([
      { by: 'owner', changes: [{ field: 'amount', from: 6000, to: 6500 }] },
      { action: 'product.created' },
    ])
  })

  it('comes in pages, for this shop and product only', async () => {
    const { shop, actor } = office.context
    const other = await office.insertShop('shop-2')
    const subject = 'prd_00'
    const note = (shopId: string, at: number, of = subject) => ({
      shopId,
      id: crypto.randomUUID(),
      at: new Date(at),
      actorId: actor.userId,
      action: 'product.changed',
      subject: of,
      detail: { fields: ['amount', 7] }, // Earlier releases stored no values.
    })
    await office.engine.db
      .insert(activity)
      .values([
        ...Array.from({ length: 5 }, (_, at) => note(shop.id, 1000 * (at % 3))),
        note(other.id, 0),
        note(shop.id, 0, 'prd_01'),
      ])
    const first = await history(subject, { limit: 3 })
    const second = await history(subject, { limit: 3, cursor: first.next_cursor })
    expect([first.items.length, second.items.length, second.next_cursor]).toEqual([3, 2, null])
    const all = [...first.items, ...second.items]
    expect(new Set(all.map(({ id }) => id)).size).toBe(5)
    const times = all.map(({ at }) => Date.parse(at))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(first.items[0]?.changes).toEqual([{ field: 'amount' }])
  })

  it('is empty for unknown products, and refuses invalid cursors', async () => {
    expect(await history('prd_ff')).toEqual({ items: [], next_cursor: null })
    expect(await history('a\0b')).toEqual({ items: [], next_cursor: null })
    await expect(history('prd_ff', { cursor: 'nonsense' })).rejects.toMatchObject({ code: 'bad_request' })
  })
})
