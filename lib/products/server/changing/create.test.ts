import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { idempotent } from '../../../core/server/route/idempotency'
import { activity, idempotencyKeys } from '../../../core/server/tables/requests'
import { testEngines } from '../../../db/testing'
import { forgetGates } from '../../../gateway/client/testing'
import { productCreate, productUpdate, type ProductCreate } from '../../../gateway/products/product'
import { eventually, testOffice } from '../../../testing/office'
import { opened } from '../../../testing/opened'
import { createProduct, settleLostCreate } from './create'
import { loadProduct } from '../mirror/load'
import { syncProducts } from '../mirror/mirror'
import { readProduct } from '../mirror/read'
import { products } from '../tables'
import { fakeGateway } from '../testing'
import { settleLostUpdate, updateProduct } from './update'

const paper: ProductCreate = productCreate.parse({
  name: 'Paper',
  description: 'Laid',
  currency: 'EUR',
  amount: 1250,
  quantity: 3,
  immortal: true,
  return_url: 'https://shop.example/thanks',
})
const unconfirmed = { code: 'unconfirmed' }

describe.each(testEngines)('creating a product, on $kind', ({ kind, available }) => {
  describe.skipIf(!available)('at a gateway that loses answers', () => {
    const gateway = opened(fakeGateway)
    const office = testOffice(kind, () => gateway.url)
    /** Retries while a sync of an earlier test is still running. */
    const synced = () => eventually(async () => expect(await syncProducts(office.context)).toBe('synced'))
    beforeEach(async () => {
      forgetGates()
      await office.clear(products, activity, idempotencyKeys)
      gateway.made.clear()
      Object.assign(gateway.state, {
        create: 'answer',
        read: 'answer',
        creates: 0,
        update: 'answer',
        reads: 0,
      })
      gateway.during.list = async () => {}
    })

    const create = (key: string, input = paper) =>
      idempotent(office.context, {
        route: 'POST /products',
        key,
        input,
        run: () => createProduct(office.context, input),
        settle: settleLostCreate,
      })
    const actions = async () =>
      (await office.engine.db.select().from(activity).where(office.ofShop(activity))).map(
        ({ action, subject }) => `${action} ${subject}`,
      )

    it('writes mirror and activity, and remembers what the gateway does not echo', async () => {
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

    it('finds the one product that was made, though its answer was lost, and sends nothing twice', async () => {
      gateway.state.create = 'lost'
      const product = await createProduct(office.context, paper)
      expect(gateway.made.has(product.id)).toBe(true)
      expect(product.sources.return_url).toBe('submitted')
      expect(gateway.state.creates).toBe(1)
      expect(await actions()).toEqual([`product.created ${product.id}`])
    })

    it('stays unconfirmed where two are alike, or none is, and sends nothing again', async () => {
      gateway.state.create = 'lost'
      gateway.insert({ ...paper, immortal: undefined, return_url: undefined })
      await expect(create('two')).rejects.toMatchObject(unconfirmed)
      await expect(create('two')).rejects.toMatchObject(unconfirmed)
      // Another key does not get around it.
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
    ])('does not take for it a product that %s', async (name, change) => {
      gateway.insert({ ...paper, ...change })
      if (name === 'was known before') await synced()
      gateway.state.create = 'refused'
      const input = productCreate.parse({ ...paper, visible_fields: ['phone'] })
      await expect(createProduct(office.context, input)).rejects.toMatchObject(unconfirmed)
    })

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

    it('has the list read again a little later, as that may tell', async () => {
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

    it('gives one product to one of two lost creates, not to both', async () => {
      gateway.state.create = 'refused'
      for (const key of ['a', 'b']) await expect(create(key)).rejects.toMatchObject(unconfirmed)
      const made = gateway.insert({ ...paper, immortal: undefined, return_url: undefined })
      const results = await Promise.allSettled([create('a'), create('b')])
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      await expect(Promise.allSettled([create('a'), create('b')])).resolves.toHaveLength(2)
      expect(await actions()).toEqual([`product.created ${made.id}`])
    })

    it('is unconfirmed, not failed, where the gateway made it and the storage does not answer', async () => {
      await office.engine.db.execute(sql`ALTER TABLE activity RENAME TO activity_away`)
      await expect(create('stored')).rejects.toMatchObject(unconfirmed)
      await office.engine.db.execute(sql`ALTER TABLE activity_away RENAME TO activity`)
      expect(gateway.made.size).toBe(1)
      const product = await create('stored')
      expect(gateway.made.has(product.id)).toBe(true)
      expect(gateway.state.creates).toBe(1)
    })

    describe('and changing it', () => {
      it('keeps what earlier submissions said', async () => {
        const { id } = await createProduct(office.context, paper)
        const changed = await updateProduct(office.context, id, productUpdate.parse({ amount: '700' }))
        expect(changed).toMatchObject({
          amount: 700,
          immortal: true,
          return_url: 'https://shop.example/thanks',
        })
        const mortal = productUpdate.parse({ immortal: false, expired_at: '2030-01-01T00:00:00+01:00' })
        expect(await updateProduct(office.context, id, mortal)).toMatchObject({
          immortal: false,
          expired_at: '2030-01-01T00:00:00+01:00',
        })
        expect(await updateProduct(office.context, id, { immortal: true })).toMatchObject({
          immortal: true,
          expired_at: null,
        })
        await synced()
        expect(await readProduct(office.context, id)).toMatchObject({ immortal: true, expired_at: null })
        expect(await actions()).toHaveLength(4)
      })

      it('takes nobody for the sender of what was sent before that was noted by field', async () => {
        const { id } = await createProduct(office.context, paper)
        const forget = { submissions: null, submittedBy: null }
        await office.engine.db
          .update(products)
          .set(forget)
          .where(office.ofShop(products, eq(products.id, id)))
        const { submissions } = await updateProduct(office.context, id, { quantity: 9 })
        expect(Object.keys(submissions)).toEqual(['quantity'])
        // Changing name and currency does not mark the other fields as left to the default.
        await office.engine.db
          .update(products)
          .set({ submitted: null })
          .where(office.ofShop(products, eq(products.id, id)))
        const changed = await updateProduct(office.context, id, { name: 'Laid', currency: 'EUR' })
        expect(changed.sources).toMatchObject({ return_url: 'unknown', visible_fields: 'unknown' })
      })

      it('is done and written down once the gateway said so, even where it cannot be read back', async () => {
        const { id } = await createProduct(office.context, paper)
        gateway.state.read = 'down'
        const changed = await updateProduct(
          office.context,
          id,
          productUpdate.parse({ amount: 700, infinite: true }),
        )
        expect(changed).toMatchObject({ amount: 700, infinite: true, quantity: null, immortal: true })
        expect(await actions()).toContain(`product.changed ${id}`)
      })

      it('is no word of the gateway where it cannot be read back', async () => {
        const { id } = await createProduct(office.context, paper)
        gateway.made.set(id, { ...gateway.made.get(id)!, return_url: 'https://old.example/', immortal: true })
        await synced()
        const before = await loadProduct(office.context, id)
        gateway.state.read = 'down'
        const change = productUpdate.parse({ amount: 700, return_url: 'https://new.example/' })
        const changed = await updateProduct(office.context, id, change)
        const { raw, syncedAt, submitted } = await loadProduct(office.context, id)
        expect([raw, syncedAt]).toEqual([before.raw, before.syncedAt])
        // `submitted` drops earlier values that the gateway has echoed since.
        expect(submitted).toEqual(change)
        expect(changed).toMatchObject({
          amount: 700,
          return_url: 'https://new.example/',
          synced_at: before.syncedAt.toISOString(),
          sources: { return_url: 'submitted', immortal: 'gateway', visible_fields: 'unknown' },
        })
        gateway.state.read = 'answer'
        // A sync of an earlier test may still run. It may have asked before the change.
        await eventually(async () => {
          await syncProducts(office.context)
          expect(await loadProduct(office.context, id)).toMatchObject({ amount: 700, vanishedAt: null })
          expect(await readProduct(office.context, id)).toMatchObject({ sources: { return_url: 'gateway' } })
        })
      })

      it('is not undone by a list that was asked for before it, which it outlives', async () => {
        const { id } = await createProduct(office.context, paper)
        let answer = () => {}
        const held = new Promise<void>((resolve) => (answer = resolve))
        let reach = () => {}
        const reached = new Promise<void>((resolve) => (reach = resolve))
        gateway.during.list = () => {
          reach()
          return held
        }
        const sync = syncProducts(office.context)
        await reached
        const asked = Date.now() // The change must be later than the list request, by the clock.
        await eventually(async () => expect(Date.now()).toBeGreaterThan(asked))
        gateway.state.read = 'down'
        await updateProduct(office.context, id, { amount: 700 })
        gateway.state.read = 'answer'
        answer()
        await sync
        expect(await loadProduct(office.context, id)).toMatchObject({ amount: 700, vanishedAt: null })
      })

      it('is found out where its answer was lost: what the gateway holds is what counts', async () => {
        const { id } = await createProduct(office.context, paper)
        gateway.state.update = 'lost'
        expect(await updateProduct(office.context, id, { amount: 700 })).toMatchObject({ amount: 700 })
        expect(await actions()).toContain(`product.changed ${id}`)
        gateway.state.update = 'refused'
        gateway.made.set(id, { ...gateway.made.get(id)!, quantity: 1 })
        await expect(updateProduct(office.context, id, { amount: 800 })).rejects.toMatchObject(unconfirmed)
        expect(await loadProduct(office.context, id)).toMatchObject({ amount: 700, quantity: 1 })
        expect(await settleLostUpdate(office.context, id, { amount: 800 })).toBeNull()
        // The change arrives late.
        gateway.made.set(id, { ...gateway.made.get(id)!, amount: 800 })
        expect(await settleLostUpdate(office.context, id, { amount: 800 })).toMatchObject({ amount: 800 })
        expect((await actions()).filter((one) => one === `product.changed ${id}`)).toHaveLength(2)
      })

      it('stays unconfirmed where the gateway does not say, or does not answer', async () => {
        const { id } = await createProduct(office.context, paper)
        const unsaid = productUpdate.parse({ amount: 1250, expired_at: '2030-01-01T00:00:00+01:00' })
        gateway.state.update = 'refused'
        await expect(updateProduct(office.context, id, unsaid)).rejects.toMatchObject(unconfirmed)
        gateway.state.read = 'down'
        await expect(updateProduct(office.context, id, { amount: 900 })).rejects.toMatchObject(unconfirmed)
        expect(await loadProduct(office.context, id)).toMatchObject({ amount: 1250 })
      })

      it('finds nothing to change in another shop', async () => {
        const { id } = await createProduct(office.context, paper)
        const shop = await office.insertShop(`shop-${crypto.randomUUID()}`)
        await expect(updateProduct({ ...office.context, shop }, id, { amount: 1 })).rejects.toMatchObject({
          code: 'not_found',
        })
      })
    })
  })
})
