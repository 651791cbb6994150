import { beforeEach, expect, it } from 'vitest'
import { historyQuery, driftDecision } from '../../schema'
import { onEachEngine } from '../../../db/testing-engines'
import { productCreate } from '../../../gateway/products/product'
import { forgetGates } from '../../../gateway/client/testing'
import { testOffice } from '../../../testing/office'
import { opened } from '../../../testing/opened'
import { createProduct } from './create'
import { productDetail } from '../listing/item'
import { productHistory } from './history'
import { settleDrift } from './settle-drift'
import { syncProducts } from '../mirror/mirror'
import { fakeGateway } from '../testing'

const paper = productCreate.parse({
  name: 'Paper',
  description: 'Laid',
  currency: 'EUR',
  amount: 6000,
  infinite: false,
  quantity: 5,
  immortal: true,
})

onEachEngine('what was changed outside and is settled', (kind) => {
  const gateway = opened(fakeGateway)
  const office = testOffice(kind, () => gateway.url)
  beforeEach(() => {
    forgetGates()
    Object.assign(gateway.state, { read: 'answer', update: 'answer' })
  })

  const changeOutside = (id: string, fields: Record<string, unknown>) =>
    gateway.made.set(id, { ...gateway.made.get(id), ...fields, id })
  /** Creates a product (60.00, Paper) that was then changed at the gateway (70.00, Card). */
  async function drifted(fields: Record<string, unknown> = { amount: 7000, name: 'Card' }) {
    const { id } = await createProduct(office.context, paper)
    changeOutside(id, fields)
    await syncProducts(office.context)
    return id
  }
  const settle = (id: string, keep: string, seen: Record<string, unknown>) =>
    settleDrift(office.context, id, driftDecision.parse({ keep, seen }))
  const latest = async (id: string) =>
    (await productHistory(office.context, id, historyQuery.parse({}))).items[0]

  it('is adopted from the gateway, and the history says by whom', async () => {
    const id = await drifted()
    expect(Object.keys((await productDetail(office.context, id)).drift).sort()).toEqual(['amount', 'name'])
    const settled = await settle(id, 'theirs', { amount: 7000 })
    expect(settled.drift).toMatchObject({ name: { sent: 'Paper', now: 'Card' } })
    expect(settled.drift).not.toHaveProperty('amount')
    expect(settled).toMatchObject({ amount: 7000, sources: { immortal: 'submitted' } })
    expect(gateway.made.get(id)).toMatchObject({ amount: 7000, name: 'Card' })
    expect(await latest(id)).toMatchObject({
      action: 'product.accepted',
      by: 'owner',
      changes: [{ field: 'amount', from: 6000, to: 7000 }],
    })
    changeOutside(id, { amount: 7100 })
    await syncProducts(office.context)
    expect((await productDetail(office.context, id)).drift.amount).toMatchObject({ sent: 7000, now: 7100 })
  })

  it('is reverted at the gateway, and read back', async () => {
    const id = await drifted()
    const settled = await settle(id, 'ours', { amount: 7000, name: 'Card' })
    expect(settled).toMatchObject({ amount: 6000, name: 'Paper', drift: {} })
    expect(gateway.made.get(id)).toMatchObject({ amount: '6000', name: 'Paper' }) // As it is sent.
    expect(await latest(id)).toMatchObject({ action: 'product.changed', by: 'owner' })
  })

  it('is reverted with the flags that it needs', async () => {
    const id = await drifted({ infinite: true, quantity: null })
    expect(await settle(id, 'ours', { infinite: true })).toMatchObject({
      infinite: false,
      quantity: 5,
      drift: {},
    })
    const other = await drifted({ infinite: true, quantity: null })
    expect(await settle(other, 'theirs', { infinite: true })).toMatchObject({ infinite: true, drift: {} })
  })

  it('is reverted also where the gateway keeps what a flag made meaningless', async () => {
    const [until, later] = ['2030-01-01T00:00:00Z', '2031-01-01T00:00:00Z']
    const dated = productCreate.parse({ ...paper, immortal: false, expired_at: until })
    const { id } = await createProduct(office.context, dated)
    changeOutside(id, { immortal: true, expired_at: later, infinite: true, quantity: 12 })
    await syncProducts(office.context)
    const { drift } = await productDetail(office.context, id)
    const seen = Object.fromEntries(Object.entries(drift).map(([field, { now }]) => [field, now]))
    expect(seen).toEqual({ immortal: true, infinite: true })
    expect(await settle(id, 'ours', seen)).toMatchObject({
      infinite: false,
      quantity: 5,
      immortal: false,
      drift: {},
    })
  })

  it.each(['theirs', 'ours'])('is left alone (%s) if it differs from what was seen', async (keep) => {
    const id = await drifted()
    await expect(settle(id, keep, { amount: 6900 })).rejects.toMatchObject({
      code: 'conflict',
      current: { amount: 7000 },
    })
    await expect(settle(id, keep, { constructor: '' })).rejects.toMatchObject({ code: 'conflict' })
    await expect(settle(`prd_${'0'.repeat(16)}`, keep, { amount: 1 })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect((await productDetail(office.context, id)).drift).toHaveProperty('amount')
    expect(gateway.made.get(id)).toMatchObject({ amount: 7000 })
  })

  it.each(['theirs', 'ours', 'ours, before the mirror knows'])(
    'is left alone (%s) if the price has another currency than was seen',
    async (how) => {
      const [keep = '', isStale] = how.split(', ')
      const id = await drifted({ amount: 7000 })
      changeOutside(id, { currency: 'JPY' })
      if (!isStale) await syncProducts(office.context)
      await expect(settle(id, keep, { amount: 7000 })).rejects.toMatchObject({
        code: 'conflict',
        current: { currency: 'JPY' },
      })
      expect(gateway.made.get(id)).toMatchObject({ amount: 7000, currency: 'JPY' })
      await syncProducts(office.context)
      const both = { amount: 7000, currency: 'JPY' }
      expect(await settle(id, keep, both)).toMatchObject({
        ...(keep === 'ours' ? { amount: 6000, currency: 'EUR' } : both),
        drift: {},
      })
    },
  )

  it('is not reverted if the gateway has changed it again', async () => {
    const id = await drifted()
    changeOutside(id, { amount: 7500 })
    await expect(settle(id, 'ours', { amount: 7000 })).rejects.toMatchObject({
      code: 'conflict',
      current: { amount: 7500 },
    })
    expect(gateway.made.get(id)).toMatchObject({ amount: 7500 })
  })

  it('is settled after a lost answer, and unconfirmed if the gateway is silent then', async () => {
    const id = await drifted()
    gateway.state.update = 'lost'
    expect(await settle(id, 'ours', { amount: 7000 })).toMatchObject({ amount: 6000 })
    gateway.state.update = 'refused'
    await expect(settle(id, 'ours', { name: 'Card' })).rejects.toMatchObject({ code: 'unconfirmed' })
    expect((await productDetail(office.context, id)).drift).toHaveProperty('name')
  })

  it('is not of another shop', async () => {
    const id = await drifted()
    const shop = await office.insertShop(`shop-${crypto.randomUUID()}`)
    const seen = { amount: 7000 }
    for (const keep of ['theirs', 'ours'] as const)
      await expect(settleDrift({ ...office.context, shop }, id, { keep, seen })).rejects.toMatchObject({
        code: 'not_found',
      })
  })
})
