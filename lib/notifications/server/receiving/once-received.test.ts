import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { products } from '../../../products/server/tables'
import { eventually } from '../../../testing/eventually'
import { whereShop } from '../../../testing/office'
import { listNotifications } from '../reading/list'
import { processLeftBehind } from '../interpreting/backlog'
import { readNotificationDetail } from '../reading/read'
import { credentials, payment, receivingBench, signature } from './testing-receiver'
import { notifications } from '../tables'

onEachEngine('a notification', (kind) => {
  const bench = receivingBench(kind)
  const { asked, receive, rows, processed, mirror, context } = bench
  let { office, shop } = bench
  beforeAll(() => {
    ;({ office, shop } = bench)
  })

  it('links to the product it names, and reads that product from the gateway', async () => {
    await receive(payment({ additional_data: { product_id: 'prd_ab12' } }), credentials)
    expect(await processed()).toMatchObject([{ productId: 'prd_ab12', productLink: 'id' }])
    await eventually(async () => {
      expect(await office.engine.db.select().from(products).where(whereShop(shop, products))).toMatchObject([
        { id: 'prd_ab12', name: 'Refreshed' },
      ])
    })
    expect(asked).toEqual(['/products/prd_ab12'])
  })

  it('asks the gateway fewer than a hundred times when a hundred payments come', async () => {
    const sent = Array.from({ length: 100 }, () =>
      receive(payment({ additional_data: { product_id: 'prd_c0' } }), credentials),
    )
    await Promise.all(sent)
    expect(await processed()).toHaveLength(100)
    await eventually(async () =>
      expect(await office.engine.db.$count(products, whereShop(shop, products))).toBe(1),
    )
    expect(asked.length).toBeLessThan(100)
  })

  it('links as likely to the only product with its name, amount and currency', async () => {
    const paper = { name: 'Paper', amount: 1250, currency: 'EUR' }
    await mirror(
      { id: 'prd_1', ...paper },
      { id: 'prd_2', ...paper, amount: 1 },
      { id: 'prd_3', ...paper, currency: 'USD' },
    )
    await receive(payment({ description: 'Paper' }), credentials)
    expect(await processed()).toMatchObject([{ productId: 'prd_1', productLink: 'likely' }])
  })

  it.each([
    ['two products match', [{ id: 'prd_1' }, { id: 'prd_2' }], {}],
    ['no product matches', [{ id: 'prd_1' }], { description: 'paper' }],
    ['it has no description', [{ id: 'prd_1' }], { description: null }],
    ['it has no amount', [{ id: 'prd_1' }], { amount: null }],
  ])('links to no product if %s', async (_name, made, change) => {
    await mirror(...made.map((one) => ({ name: 'Paper', amount: 1250, currency: 'EUR', ...one })))
    await receive(payment({ description: 'Paper', ...change }), credentials)
    expect(await processed()).toMatchObject([{ productId: null, productLink: null }])
  })

  it('without evidence is quarantined: it links to no product, refreshes none and is listed with none', async () => {
    await mirror({ id: 'prd_f0', name: 'Paper', amount: 1250, currency: 'EUR' })
    const change = { description: 'Paper', additional_data: { product_id: 'prd_f0' } }
    await receive(payment(change))
    await receive(payment(change), { authorization: 'Basic eA==', ...signature('x') })
    const all = await processed()
    expect(all).toHaveLength(2)
    for (const row of all)
      expect(row).toMatchObject({
        authenticity: 'unverified',
        productId: null,
        productLink: null,
        description: 'Paper',
      })
    // Requests caused by earlier tests may arrive late.
    expect(asked).not.toContain('/products/prd_f0')
    const query = { sort: '-received_at', limit: 50 } as const
    expect((await listNotifications(context(), { ...query, product_id: 'prd_f0' })).items).toEqual([])
    expect((await listNotifications(context(), query)).items.map(({ quarantined }) => quarantined)).toEqual([
      true,
      true,
    ])
  })

  it('left behind by a crash is picked up', async () => {
    await receive(payment({ uid: 'left' }), credentials)
    await processed()
    const longAgo = new Date(Date.now() - 600_000)
    await office.engine.db
      .update(notifications)
      .set({ processedAt: null, kind: null, uid: null, receivedAt: longAgo })
      .where(whereShop(shop, notifications))
    await processLeftBehind({ engine: office.engine, log: office.context.log })
    expect(await rows()).toMatchObject([{ kind: 'transaction', uid: 'left' }])
  })

  it('is found by e-mail address only by people who may read it', async () => {
    await receive(payment({ customer: { email: 'Sofia@mail.example' }, tracking_id: 'order-7' }), credentials)
    await processed()
    const found = async (role: 'manager' | 'support', q: string) => {
      const actor = await office.insertPerson(shop.id, role)
      const query = { sort: '-received_at', limit: 50, q } as const
      return (await listNotifications({ ...context(), actor }, query)).total
    }
    for (const q of ['sofia', 'a@mail', 'MAIL.example', 'order-7 sofia'])
      expect([q, await found('manager', q), await found('support', q)]).toEqual([q, 1, 0])
    expect([await found('manager', 'order'), await found('support', 'order')]).toEqual([1, 1])
  })

  it.each([
    [true, '{ "transaction" : {"uid": "u\\"  \\\\", "n": [1, 2.5, true]}\n}'],
    [true, '{"transaction":{"amount":12345678901234567890123,"x":1e400,"x":1.10}}'],
    [false, '{"transaction":{"verification_value":"9173","verification_value":""}}'],
    [false, '{"transaction":{"credit_card":{"token":"secret-token"},"credit_card":null}}'],
    [true, '{"transaction":{"uid":"4\\u0032\\u003000000000000000"}}'],
    [false, '{"transaction":{"message":"4\\u0032\\u00300000000000000"}}'],
  ])('is shown unchanged (%s) unless it has what must not be kept: %s', async (isSame, body) => {
    await receive(body, credentials)
    const [row] = await processed()
    const { raw } = await readNotificationDetail(context(), row?.id ?? '')
    expect(raw === body).toBe(isSame)
    expect(raw).not.toMatch(/9173|secret-token|u0032.u00300000000000000"/)
    expect(JSON.parse(raw ?? '')).toBeTypeOf('object')
  })

  it('shows personal data only to people who may see it, and card data to nobody', async () => {
    const body = payment({
      customer: { email: 'sofia@mail.example' },
      credit_card: { token: 'abcdefgh12345678', number: '4200000000000000' },
    })
    await receive(body, credentials)
    const [row] = await processed()
    const id = row?.id ?? ''
    const owner = JSON.stringify(await readNotificationDetail(context(), id))
    expect(owner).toContain('sofia@mail.example')
    expect(owner).not.toMatch(/abcdefgh|4200000000000000/)
    const actor = { ...office.context.actor, role: 'support' as const }
    const support = JSON.stringify(await readNotificationDetail({ ...context(), actor }, id))
    expect(support).not.toMatch(/sofia|abcdefgh|4200000000000000/)
    const list = await listNotifications({ ...context(), actor }, { sort: '-received_at', limit: 50 })
    expect(JSON.stringify(list)).not.toContain('sofia')
    await office.engine.db
      .delete(notifications)
      .where(whereShop(shop, notifications, eq(notifications.id, id)))
  })
})
