import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { productUpdate } from '../../../gateway/products/product'
import { eventually } from '../../../testing/eventually'
import { createProduct } from './create'
import { productDetail } from '../listing/item'
import { loadProduct } from '../mirror/load'
import { syncProducts } from '../mirror/mirror'
import { readProduct } from '../mirror/read'
import { products } from '../tables'
import { gatewayThatLosesAnswers, paper, unconfirmed } from './testing'
import { changeProduct, settleLostUpdate, updateProduct } from './update'

onEachEngine('creating a product at a gateway that loses answers', (kind) => {
  const { gateway, office, synced, actions } = gatewayThatLosesAnswers(kind)

  describe('and changing it', () => {
    it('keeps earlier submissions of other fields', async () => {
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

    it('names nobody for submissions before they were recorded by field', async () => {
      const { id } = await createProduct(office.context, paper)
      const forget = { submissions: null, submittedBy: null }
      await office.engine.db
        .update(products)
        .set(forget)
        .where(office.whereShop(products, eq(products.id, id)))
      const { submissions } = await updateProduct(office.context, id, { quantity: 9 })
      expect(Object.keys(submissions)).toEqual(['quantity'])
      // Changing name and currency does not mark the other fields as left to the default.
      await office.engine.db
        .update(products)
        .set({ submitted: null })
        .where(office.whereShop(products, eq(products.id, id)))
      const changed = await updateProduct(office.context, id, { name: 'Laid', currency: 'EUR' })
      expect(changed.sources).toMatchObject({ return_url: 'unknown', visible_fields: 'unknown' })
    })

    it('is done and recorded after success, even if it cannot be read back', async () => {
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

    it('is not the gateway’s statement if it cannot be read back', async () => {
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

    it('keeps what another person changed last, whose change was stored first', async () => {
      const { id } = await createProduct(office.context, paper)
      gateway.during.read = async () => {
        gateway.during.read = async () => {}
        await updateProduct(office.context, id, productUpdate.parse({ amount: 900, quantity: 5 }))
      }
      const changed = await updateProduct(office.context, id, productUpdate.parse({ amount: 700 }))
      expect(changed).toMatchObject({ amount: 900, quantity: 5 })
      expect(await actions()).toEqual(
        ['created', 'changed', 'changed'].map((done) => `product.${done} ${id}`),
      )
      const { priceSince } = await loadProduct(office.context, id)
      expect(priceSince?.toISOString()).toBe(gateway.made.get(id)!.updated_at)
    })

    it.each(['answer', 'down'] as const)(
      'keeps what another person sent last, whose change was stored first (reads: %s)',
      async (read) => {
        const { id } = await createProduct(office.context, paper)
        const [first, last] = ['https://first.example/', 'https://last.example/']
        gateway.during.read = async () => {
          gateway.during.read = async () => {}
          await updateProduct(office.context, id, productUpdate.parse({ amount: 900, return_url: last }))
          gateway.state.read = read
        }
        const change = productUpdate.parse({ amount: 700, return_url: first, quantity: 8 })
        expect(await updateProduct(office.context, id, change)).toMatchObject({
          amount: 900,
          quantity: 8,
          return_url: last,
          drift: {},
        })
        expect((await loadProduct(office.context, id)).submitted?.amount).not.toBe(700)
        gateway.state.read = 'answer'
        await synced()
        expect(await productDetail(office.context, id)).toMatchObject({ amount: 900, drift: {} })
      },
    )

    it('keeps the price until then, even if it cannot be read back', async () => {
      const { id } = await createProduct(office.context, paper)
      const { priceSince: since } = await loadProduct(office.context, id)
      gateway.state.read = 'down'
      await updateProduct(office.context, id, { amount: 700 })
      gateway.state.read = 'answer'
      await synced()
      const { amount, priceSince, earlierPrices } = await loadProduct(office.context, id)
      expect(amount).toBe(700)
      expect(priceSince?.valueOf()).toBeGreaterThan(since?.valueOf() ?? 0)
      expect(earlierPrices).toEqual([
        { amount: 1250, currency: 'EUR', from: since?.toISOString(), until: priceSince?.toISOString() },
      ])
    })

    it('knows what was sent before, even if two changes cannot be read back', async () => {
      const { id } = await createProduct(office.context, paper)
      gateway.state.read = 'down'
      await updateProduct(office.context, id, productUpdate.parse({ amount: 700 }))
      await updateProduct(office.context, id, productUpdate.parse({ name: 'Card' }))
      gateway.state.read = 'answer'
      gateway.made.set(id, { ...gateway.made.get(id)!, amount: 800 })
      await synced()
      expect((await productDetail(office.context, id)).drift).toMatchObject({
        amount: { sent: 700, now: 800 },
      })
    })

    it('keeps what several people change at once, even if it cannot be read back', async () => {
      const { id } = await createProduct(office.context, paper)
      gateway.state.read = 'down'
      const sent = { return_url: 'https://new.example/', visible_fields: ['email'], shop_id: 7 }
      await Promise.all(
        Object.entries(sent).map(([field, value]) =>
          updateProduct(office.context, id, productUpdate.parse({ [field]: value })),
        ),
      )
      expect((await loadProduct(office.context, id)).submitted).toMatchObject(sent)
    })

    it('is not undone by a list that was requested before it', async () => {
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

    it('is settled after a lost answer by the gateway’s values', async () => {
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
      // Ours twice, and the sale.
      expect((await actions()).filter((one) => one === `product.changed ${id}`)).toHaveLength(3)
    })

    it.each([
      ['price', { amount: 800 }, { amount: 800, currency: 'USD' }],
      ['currency', { currency: 'USD' }, { amount: 800, currency: 'USD' }],
    ])('stays unconfirmed where the other part of its %s became another', async (_, change, now) => {
      const { id } = await createProduct(office.context, paper)
      gateway.state.update = 'refused'
      gateway.made.set(id, { ...gateway.made.get(id)!, ...now })
      await expect(updateProduct(office.context, id, change)).rejects.toMatchObject(unconfirmed)
      expect(await loadProduct(office.context, id)).toMatchObject({ ...now, submitted: { amount: 1250 } })
    })

    it('stays unconfirmed where the gateway’s date cannot be read', async () => {
      const { id } = await createProduct(office.context, paper)
      const change = productUpdate.parse({ expired_at: '2030-01-01T00:00:00+01:00' })
      gateway.state.update = 'refused'
      gateway.made.set(id, { ...gateway.made.get(id)!, expired_at: 'soon' })
      await expect(updateProduct(office.context, id, change)).rejects.toMatchObject(unconfirmed)
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

    it('is not sent where someone else gave a field its first value', async () => {
      const { return_url: _, ...bare } = paper
      const { id } = await createProduct(office.context, bare)
      const change = { return_url: 'https://second.example/' }
      const first = { return_url: 'https://first.example/' }
      await changeProduct(office.context, id, { change: first, expect: { return_url: null } })
      await expect(
        changeProduct(office.context, id, { change, expect: { return_url: null } }),
      ).rejects.toMatchObject({ code: 'conflict', current: first })
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
