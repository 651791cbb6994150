import { expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { sandboxSettings } from '../shops/settings'
import { testSandbox, productBody } from '../testing'

type Answered = { id: string; name: string; quantity: number | null; [field: string]: unknown }

onEachEngine('products of the sandbox through the interface', (kind) => {
  const sandbox = testSandbox(kind)

  const create = async (body: unknown = productBody()) => {
    const answer = await sandbox.call('POST', '/products', { body })
    expect(answer.status).toBe(201)
    return (await answer.json()) as Answered
  }
  const read = async (id: string) => (await (await sandbox.call('GET', `/products/${id}`)).json()) as Answered

  it('creates, with exactly the fields of the interface', async () => {
    const product = await create(productBody({ unknown: 'ignored', visible_fields: ['email'], shop_id: 361 }))
    expect(product).toEqual({
      id: expect.stringMatching(/^prd_[0-9a-f]{16}$/),
      name: 'Printing workshop',
      description: 'Letterpress, Saturday 10:00',
      currency: 'EUR',
      amount: 6500,
      quantity: 4,
      infinite: false,
      language: 'en',
      transaction_type: 'payment',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: product.created_at,
      test: false,
      additional_data: {},
      pay_url: `https://shop.example/sandbox/products/${product.id}/pay`,
      payment_url: `https://shop.example/sandbox/products/${product.id}/pay`,
      confirm_url: `https://shop.example/sandbox/v2/confirm_order/${product.id}/361`,
    })
    expect(await read(product.id)).toEqual(product)
  })

  it('lists newest first, each as it is read alone', async () => {
    const made: Answered[] = []
    for (const name of ['One', 'Two', 'Three']) made.unshift(await create(productBody({ name })))
    made.unshift(await create({ ...productBody({ infinite: true, test: true }), quantity: undefined }))
    const list = (await (await sandbox.call('GET', '/products')).json()) as Answered[]
    expect(list.slice(0, 4)).toEqual(made)
  })

  it('updates part of a product, with an empty 204', async () => {
    const { id } = await create()
    const answer = await sandbox.call('PUT', `/products/${id}`, { body: { amount: '700', infinite: true } })
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect(await read(id)).toMatchObject({
      amount: 700,
      infinite: true,
      quantity: null,
      name: 'Printing workshop',
    })
    await sandbox.call('PUT', `/products/${id}`, { body: { infinite: false, quantity: '9' } })
    expect(await read(id)).toMatchObject({ infinite: false, quantity: 9 })
  })

  it('is 404 altogether when it is off', async () => {
    const settings = sandboxSettings.get()
    sandboxSettings.set(undefined as never)
    const answer = await sandbox.call('GET', '/products')
    expect(answer.status).toBe(404)
    sandboxSettings.set(settings)
  })

  it('sets what the provider would have on its settings page', async () => {
    const set = (body: unknown) => sandbox.call('PUT', '/shop', { body })
    const answer = await set({ url: 'https://books.example', three_d_secure: true })
    expect(await answer.json()).toEqual({ public_key: expect.stringMatching(/^MIIB[A-Za-z0-9+/]+={0,2}$/) })
    expect((await set({ notification_url: 'ftp://x' })).status).toBe(422)
    expect((await set({ three_d_secure: 'yes' })).status).toBe(422)
    expect((await set({ url: null })).status).toBe(200)
  })
})
