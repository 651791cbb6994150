import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { idempotent } from '../../../core/server/route/idempotency'
import { idempotencyKeys } from '../../../core/server/tables/requests'
import { onEachEngine } from '../../../db/testing-engines'
import { productCreate } from '../../../gateway/products/product'
import { eventually } from '../../../testing/eventually'
import { createProduct, settleLostCreate } from './create'
import { loadProduct } from '../mirror/load'
import { syncProducts } from '../mirror/mirror'
import { gatewayThatLosesAnswers, paper, unconfirmed } from './testing'

onEachEngine('creating a product at a gateway that loses answers', (kind) => {
  const { gateway, office, synced, actions } = gatewayThatLosesAnswers(kind)

  const create = (key: string, input = paper) =>
    idempotent(office.context, {
      route: 'POST /products',
      key,
      input,
      run: () => createProduct(office.context, input),
      settle: settleLostCreate,
    })

  it('writes mirror and activity, and remembers values that the gateway does not echo', async () => {
    const product = await createProduct(office.context, paper)
    expect(product).toMatchObject({
      amount: 1250,
      quantity: 3,
      immortal: true,
      return_url: 'https://shop.example/thanks',
      sources: { immortal: 'submitted', return_url: 'submitted', visible_fields: 'default' },
    })
    expect(await actions()).toEqual([`product.created ${product.id}`])
  })

  it('finds the created product after a lost answer, and sends nothing twice', async () => {
    gateway.state.create = 'lost'
    const product = await createProduct(office.context, paper)
    expect(gateway.made.has(product.id)).toBe(true)
    expect(product.sources.return_url).toBe('submitted')
    expect(gateway.state.creates).toBe(1)
    expect(await actions()).toEqual([`product.created ${product.id}`])
  })

  it('stays unconfirmed if several or no products match, and sends nothing again', async () => {
    gateway.state.create = 'lost'
    gateway.insert({ ...paper, immortal: undefined, return_url: undefined })
    await expect(create('two')).rejects.toMatchObject(unconfirmed)
    await expect(create('two')).rejects.toMatchObject(unconfirmed)
    // Another key does not bypass it.
    await expect(create('other')).rejects.toMatchObject(unconfirmed)
    await office.engine.db.delete(idempotencyKeys)
    gateway.made.clear()
    gateway.state.create = 'refused'
    await expect(create('none')).rejects.toMatchObject(unconfirmed)
    await expect(create('none')).rejects.toMatchObject(unconfirmed)
    expect(gateway.state.creates).toBe(2)
    expect(await actions()).toEqual([])
  })

  it.each<[string, Record<string, unknown>]>([
    ['was known before', {}],
    ['has another amount', { amount: 1 }],
    ['has another expiry, echoed', { expired_at: '2030-01-01T00:00:00Z', immortal: false }],
    ['returns elsewhere, echoed', { return_url: 'https://elsewhere.example' }],
    ['asks for other fields, echoed', { visible_fields: ['email'] }],
    ['is much older', { created_at: '2020-01-01T00:00:00.000Z' }],
  ])('does not match a product that %s', async (name, change) => {
    gateway.insert({ ...paper, ...change })
    if (name === 'was known before') await synced()
    gateway.state.create = 'refused'
    const input = productCreate.parse({ ...paper, visible_fields: ['phone'] })
    await expect(createProduct(office.context, input)).rejects.toMatchObject(unconfirmed)
  })

  it.each(['a product that was known before', 'a product that nobody asked for'])(
    'does not match %s, if the gateway answers with one',
    async (what) => {
      const known = gateway.insert({ ...paper })
      await synced()
      gateway.state.lie = what.includes('known')
        ? known
        : { ...known, id: 'prd_other', name: 'Atlas', description: 'Maps' }
      await expect(create('lie')).rejects.toMatchObject(unconfirmed)
      expect(await actions()).toEqual([])
      expect(gateway.state.creates).toBe(1)
    },
  )

  it('settles later under the same key, when the gateway can be asked again', async () => {
    Object.assign(gateway.state, { create: 'lost', read: 'down' })
    await expect(create('later')).rejects.toMatchObject(unconfirmed)
    await expect(create('later')).rejects.toMatchObject({ code: 'unconfirmed' })
    gateway.state.read = 'answer'
    const product = await create('later')
    expect(gateway.made.has(product.id)).toBe(true)
    expect(await create('later')).toEqual(product)
    expect(gateway.state.creates).toBe(1)
    expect(await actions()).toEqual([`product.created ${product.id}`])
  })

  it('schedules another read of the list, which may settle it', async () => {
    gateway.state.create = 'refused'
    await expect(createProduct(office.context, paper)).rejects.toMatchObject(unconfirmed)
    const { id } = gateway.insert({ name: 'Arrived late' })
    await eventually(async () => expect(await loadProduct(office.context, id)).toMatchObject({ id }))
  })

  it('settles also after a sync has mirrored it', async () => {
    Object.assign(gateway.state, { create: 'lost', read: 'down' })
    await expect(create('synced')).rejects.toMatchObject(unconfirmed)
    gateway.state.read = 'answer'
    await synced()
    const product = await create('synced')
    expect(product.sources.return_url).toBe('submitted')
    expect(gateway.state.creates).toBe(1)
  })

  it('settles also after a sync that had begun before it was sent', async () => {
    let listed: () => void = () => {}
    const held = new Promise<void>((resolve) => (listed = resolve))
    let asked = false
    gateway.insert({ name: 'Another' })
    const answer = gateway.made
    gateway.during.list = async () => {
      asked = true
      await held
    }
    const sync = syncProducts(office.context)
    await eventually(() => expect(asked).toBe(true))
    gateway.during.list = async () => {}
    Object.assign(gateway.state, { create: 'lost', read: 'down' })
    await expect(create('overtaken')).rejects.toMatchObject(unconfirmed)
    listed()
    await sync
    gateway.state.read = 'answer'
    const product = await create('overtaken')
    expect(answer.has(product.id)).toBe(true)
  })

  it('matches one product to one of two lost creates', async () => {
    gateway.state.create = 'refused'
    for (const key of ['a', 'b']) await expect(create(key)).rejects.toMatchObject(unconfirmed)
    const made = gateway.insert({ ...paper, immortal: undefined, return_url: undefined })
    const results = await Promise.allSettled([create('a'), create('b')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(Promise.allSettled([create('a'), create('b')])).resolves.toHaveLength(2)
    expect(await actions()).toEqual([`product.created ${made.id}`])
  })

  it('is unconfirmed if the gateway created it and the storage fails', async () => {
    await office.engine.db.execute(sql`ALTER TABLE activity RENAME TO activity_away`)
    await expect(create('stored')).rejects.toMatchObject(unconfirmed)
    await office.engine.db.execute(sql`ALTER TABLE activity_away RENAME TO activity`)
    expect(gateway.made.size).toBe(1)
    const product = await create('stored')
    expect(gateway.made.has(product.id)).toBe(true)
    expect(gateway.state.creates).toBe(1)
  })
})
