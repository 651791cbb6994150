import { beforeEach, expect, it } from 'vitest'
import { checkouts } from '../../checkouts/server/tables'
import { checkoutsOf } from '../../checkouts/server/testing'
import type { ActorContext } from '../../core/server/context'
import { activity } from '../../core/server/tables/requests'
import { customersOf } from '../../customers/server/testing'
import { onEachEngine } from '../../db/testing-engines'
import { productReply } from '../../gateway/products/product'
import { notifications } from '../../notifications/server/tables'
import { mirrorProducts } from '../../products/server/mirror/mirror'
import { products } from '../../products/server/tables'
import { testOffice, whereShop } from '../../testing/office'
import type { SeenDifference } from '../schema'
import { acceptPayment } from './accept'
import { readPayments } from './read'
import { payments, transactionStates } from './tables'

onEachEngine('accepting a payment that differs', (kind) => {
  const office = testOffice(kind)

  beforeEach(() => office.clear(notifications, checkouts, payments, transactionStates, products))

  async function pay(more: object = {}) {
    const id = await checkoutsOf(office).insert({ order: { amount: 1000 } })
    const vendor = { additional_data: { vendor: { name: 'CTP', token: `token-${id}` } } }
    await customersOf(office).notify({ uid: 'p', amount: 900, ...vendor, ...more })
  }

  it('shows no contacts to a token that may not read personal data', async () => {
    const actor = { ...office.context.actor, scopes: ['payments.accept'] } satisfies ActorContext['actor']
    const contact = 'maria@reader.example'
    await pay({ description: `For ${contact}`, tracking_id: contact, message: `Call ${contact}` })
    const accept = (context: ActorContext) => acceptPayment(context, 'p', { accepted: true })
    const accepted = await accept({ ...office.context, actor })
    expect(accepted).toMatchObject({ state: 'paid', tracking_id: 'm•••@reader.example' })
    expect(JSON.stringify(accepted)).not.toContain(contact)
    expect(await accept(office.context)).toMatchObject({ tracking_id: contact })
  })

  it('takes only the difference that was seen', async () => {
    await pay()
    const asked = { amount: 1000, currency: 'EUR' }
    const seen: SeenDifference = { difference: 'too_little', currency: 'EUR', held: 0, paid: 900, asked }
    await customersOf(office).notify({ uid: 'p', amount: 1, updated_at: '2030-01-01T00:00:00Z' })
    const accept = (more: Partial<SeenDifference>) =>
      acceptPayment(office.context, 'p', { accepted: true, seen: { ...seen, ...more } })
    await expect(accept({})).rejects.toMatchObject({ code: 'conflict', current: { paid: 1 } })
    await expect(accept({ paid: 1, asked: { amount: 900, currency: 'EUR' } })).rejects.toMatchObject({
      code: 'conflict',
      current: { asked: { amount: 1000, currency: 'EUR' } },
    })
    expect(await readPayments(office.engine.db, office.context.shop.id, ['p'])).toMatchObject([
      { state: 'differs', accepted_at: null },
    ])
    expect(await accept({ paid: 1 })).toMatchObject({ state: 'paid', accepted_by: 'owner' })
  })

  it('keeps who accepted it first, and records nothing where nothing changes', async () => {
    await pay()
    const { engine, context } = office
    const { shop } = context
    const colleague = { ...context, actor: await office.insertPerson(shop.id, 'manager') }
    const accept = (by: ActorContext, accepted: boolean) => acceptPayment(by, 'p', { accepted })
    const recorded = () => engine.db.$count(activity, whereShop(shop, activity))
    const first = await accept(context, true)
    const before = await recorded()
    expect(await accept(colleague, true)).toEqual(first)
    expect(await recorded()).toBe(before)
    expect(await accept(colleague, false)).toMatchObject({ state: 'differs', accepted_by: null })
    expect(await accept(context, false)).toMatchObject({ state: 'differs', accepted_by: null })
    expect(await recorded()).toBe(before + 1)
    expect(await accept(colleague, true)).toMatchObject({ state: 'paid', accepted_by: 'manager' })
  })

  it.each([
    ['no amount that a number holds', { amount: null }],
    ['a currency that is none', { currency: 'eur' }],
  ])('makes it paid, not held, if it says %s', async (_what, change) => {
    const { engine, context } = office
    const reply = {
      id: 'prd_00000000000000ab',
      amount: 900,
      currency: 'EUR',
      updated_at: '2026-01-01T00:00:00Z',
    }
    await mirrorProducts(engine.db, context.shop.id, [productReply.parse(reply)], new Date())
    const product = { additional_data: { product_id: reply.id } }
    await customersOf(office).notify({ uid: 'p', amount: 900, ...product, ...change })
    const accept = (accepted: boolean) => acceptPayment(context, 'p', { accepted })
    expect(await accept(true)).toMatchObject({ state: 'paid', accepted_by: 'owner' })
    expect(await accept(false)).toMatchObject({ state: 'differs', accepted_by: null })
  })

  it('leaves it refunded in part, also if the refund’s amount cannot be read', async () => {
    await pay()
    await customersOf(office).notify({ uid: 'r', type: 'refund', parent_uid: 'p', amount: 'all' })
    expect((await acceptPayment(office.context, 'p', { accepted: true })).state).toBe('partly_refunded')
  })
})
