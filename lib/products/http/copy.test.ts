import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onEachEngine } from '@/lib/db/testing-engines'
import { testCopies } from '../../testing/shops/copies'
import { products } from '../server/tables'

onEachEngine('a copy of products to another shop over HTTP', (kind) => {
  const { app, source, target, plan, undo, count } = testCopies(kind)

  it('shows what it creates, creates it with new links, and nothing the second time', async () => {
    const mug = await source.make({
      name: 'Mug',
      visible_fields: ['email'],
      return_url: 'https://shop.example/thanks',
      shop_id: 361,
    })
    const ink = await source.make({
      name: 'Ink',
      quantity: undefined,
      infinite: true,
      immortal: true,
      expired_at: undefined,
    })
    const before = await target.countAtGateway()
    const planned = await plan([mug.id, ink.id])
    expect(planned).toMatchObject({
      counts: { total: 2, planned: 2 },
      order: {
        from: { id: 'sandbox', name: 'Sandbox' },
        match: 'name',
        selection: { ids: [mug.id, ink.id] },
      },
    })
    expect(await target.countAtGateway()).toBe(before)
    expect(await target.run(planned.id)).toMatchObject({ counts: { done: 2 }, undoable: true })
    const [made] = (await target.rows(planned.id)).filter(({ name }) => name === 'Mug')
    const { json } = await target.call('GET', `/products/${made?.subject}`)
    expect(json).toMatchObject({
      name: 'Mug',
      description: 'Laid',
      amount: 6500,
      quantity: 10,
      visible_fields: ['email'],
      return_url: 'https://shop.example/thanks',
      expired_at: '2030-01-01T12:00:00+05:30',
    })
    // Nothing of the source's gateway is copied.
    expect(json).not.toHaveProperty('submissions.shop_id')
    expect(json).not.toMatchObject({ pay_url: mug.pay_url })
    expect(await plan([mug.id, ink.id])).toMatchObject({ counts: { planned: 0, unchanged: 2 } })
    expect(await target.countAtGateway()).toBe(before + 2)
  })

  it('asks for the expiry of new products if the gateway does not return it', async () => {
    const made = await source.make({ name: 'Made elsewhere' })
    // As if it was made elsewhere: only what the gateway lists is known.
    await app.engine.db
      .update(products)
      .set({ submitted: null, submissions: null })
      .where(app.whereShop(products, eq(products.id, made.id)))
    const refused = await plan([made.id])
    expect(refused).toMatchObject({ counts: { planned: 0, invalid: 1 } })
    expect(await target.rows(refused.id)).toMatchObject([
      { errors: { expired_at: [expect.stringContaining('The gateway does not report the expiry')] } },
    ])
    const planned = await plan([made.id], { expired_at: '2031-02-03T04:05:06Z' })
    expect(await target.run(planned.id)).toMatchObject({ counts: { done: 1 } })
    const [row] = await target.rows(planned.id)
    const { json } = await target.call('GET', `/products/${row?.subject}`)
    expect(json).toMatchObject({ name: 'Made elsewhere', expired_at: '2031-02-03T04:05:06+00:00' })
    // Nothing existed before: the row shows what was created, and no unknown values.
    expect(row).toMatchObject({ before: null })
    const endless = await source.make({ name: 'Made elsewhere for ever' })
    await app.engine.db
      .update(products)
      .set({ submitted: null, submissions: null })
      .where(app.whereShop(products, eq(products.id, endless.id)))
    const forEver = await plan([endless.id], { immortal: true })
    expect(await target.rows(forEver.id)).toMatchObject([{ state: 'planned', change: { immortal: true } }])
    expect(await target.run(forEver.id)).toMatchObject({ counts: { done: 1 } })
    // A known expiry, or that of an existing product, does not change.
    const known = await source.make({ name: 'Known' })
    const again = await plan([made.id, known.id], { expired_at: '2032-01-01T00:00:00Z' })
    expect(again).toMatchObject({ counts: { planned: 1, unchanged: 1 } })
    expect(await target.rows(again.id, 'planned')).toMatchObject([
      { change: { name: 'Known', expired_at: '2030-01-01T12:00:00+05:30' } },
    ])
  })

  it('changes what differs, except the stock, which counts its own shop’s sales', async () => {
    const ids = [
      (await source.make({ name: 'Pen', amount: 200 })).id,
      (await source.make({ name: 'Pad' })).id,
    ]
    const pen = await target.make({ name: 'Pen', amount: 100, quantity: 3, language: 'de' })
    const pad = await target.make({ name: 'Pad', quantity: 2 })
    const planned = await plan(ids)
    expect(planned).toMatchObject({ counts: { planned: 1, unchanged: 1 } })
    expect(await target.rows(planned.id, 'planned')).toMatchObject([
      { subject: pen.id, change: { amount: 200, language: 'en' }, before: { amount: 100, language: 'de' } },
    ])
    expect(await target.run(planned.id)).toMatchObject({ counts: { done: 1, unchanged: 1 } })
    expect(await target.atGateway(pen.id)).toMatchObject({ amount: 200, language: 'en', quantity: 3 })
    expect(await target.atGateway(pad.id)).toMatchObject({ quantity: 2 })
    expect(await plan(ids)).toMatchObject({ counts: { planned: 0, unchanged: 2 } })
  })

  it('keeps the price across different decimals, and refuses invalid values', async () => {
    await count('target', { KWD: 2 })
    const dates = await source.make({ name: 'Dates', currency: 'KWD', amount: 12_340 })
    const figs = await source.make({ name: 'Figs', currency: 'KWD', amount: 12_345 })
    const planned = await plan([dates.id, figs.id])
    expect(await target.rows(planned.id, 'planned')).toMatchObject([
      { name: 'Dates', change: { amount: 1234 } },
    ])
    expect(await target.rows(planned.id, 'invalid')).toMatchObject([
      {
        name: 'Figs',
        subject: null,
        errors: {
          amount: ['12.345 KWD cannot be written in Live to be, which counts KWD with 2 decimals'],
        },
      },
    ])
    expect(await target.run(planned.id)).toMatchObject({ counts: { done: 1, invalid: 1 } })
    await count('source', { KWD: 1 })
    await count('target', { KWD: 3 })
    const nuts = await source.make({ name: 'Nuts', currency: 'KWD', amount: 123 })
    const [row] = await target.rows((await plan([nuts.id])).id)
    expect(row).toMatchObject({ change: { amount: 12_300 } })
    await Promise.all([count('source', {}), count('target', {})])
  })

  it('reports in its row what the target’s gateway refuses', async () => {
    const ids = [(await source.make({ name: 'Lamp' })).id, (await source.make({ name: 'Rug' })).id]
    const planned = await plan(ids)
    await target.fault({ endpoint: 'products.create', kind: 'status', status: 422, count: 1 })
    expect(await target.run(planned.id)).toMatchObject({ counts: { done: 1, failed: 1 } })
    const [failed] = await target.rows(planned.id, 'failed')
    expect(Object.values(failed?.errors ?? {}).flat()).not.toEqual([])
  })

  it('refuses ambiguous products', async () => {
    const twice = [(await source.make({ name: 'Same' })).id, (await source.make({ name: 'Same' })).id]
    const one = await source.make({ name: 'Many' })
    await Promise.all([target.make({ name: 'Many' }), target.make({ name: 'Many' })])
    const planned = await plan([...twice, one.id])
    expect(planned).toMatchObject({ counts: { planned: 0, invalid: 3 } })
    const errors = (await target.rows(planned.id, 'invalid')).map((row) => row.errors)
    expect(errors).toContainEqual({
      name: ['Another product of this copy has the same name, so it is not clear which one is meant'],
    })
    expect(errors).toContainEqual({
      name: ['2 products of this shop have this name, so it is not clear which one is meant'],
    })
  })

  it('finds a renamed product by its description, and makes it anew by its name', async () => {
    const cup = await source.make({ name: 'Cup', description: 'Holds a quarter of a litre' })
    await target.run((await plan([cup.id])).id)
    await source.changeElsewhere(cup.id, { name: 'Beaker' })
    await source.call('POST', '/products/sync')
    expect(await target.rows((await plan([cup.id])).id)).toMatchObject([{ state: 'planned', subject: null }])
    const again = await plan([cup.id], { match: 'description' })
    expect(await target.rows(again.id)).toMatchObject([
      { state: 'planned', name: 'Cup', change: { name: 'Beaker' }, before: { name: 'Cup' } },
    ])
    expect(await target.run(again.id)).toMatchObject({ counts: { done: 1 } })
  })

  it('skips products renamed or created in the target since the dry run', async () => {
    const ids = [
      (await source.make({ name: 'Bowl', amount: 900 })).id,
      (await source.make({ name: 'Jar' })).id,
    ]
    const bowl = await target.make({ name: 'Bowl', amount: 800 })
    const planned = await plan(ids)
    await target.changeElsewhere(bowl.id, { name: 'Dish' })
    const jar = await target.make({ name: 'Jar' })
    const before = await target.countAtGateway()
    expect(await target.run(planned.id)).toMatchObject({ counts: { skipped: 2 } })
    expect(await target.rows(planned.id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ subject: bowl.id, errors: { name: ['Now Dish; it was Bowl'] } }),
        expect.objectContaining({
          subject: jar.id,
          errors: { name: ['This shop has gained a product with this name since the dry run'] },
        }),
      ]),
    )
    expect(await target.atGateway(bowl.id)).toMatchObject({ amount: 800 })
    expect(await target.countAtGateway()).toBe(before)
  })

  it('restores what it changed and archives what it created, unless changed since', async () => {
    const [vase, pot, tray] = [
      await source.make({ name: 'Vase' }),
      await source.make({ name: 'Pot' }),
      await source.make({ name: 'Tray', amount: 500 }),
    ]
    const held = await target.make({ name: 'Tray', amount: 400 })
    const { id } = await target.run((await plan([vase.id, pot.id, tray.id])).id)
    const made = async (name: string) =>
      (await target.rows(id)).find((row) => row.name === name)?.subject ?? ''
    await target.changeElsewhere(await made('Pot'), { quantity: 9 }) // As a sale does.
    const undone = await undo(id)
    expect(undone).toMatchObject({ counts: { done: 2, skipped: 1 }, undoes: id })
    expect(await target.atGateway(held.id)).toMatchObject({ amount: 400 })
    const product = async (name: string) => (await target.call('GET', `/products/${await made(name)}`)).json
    expect(await product('Vase')).toMatchObject({ archived: true })
    expect(await product('Pot')).toMatchObject({ archived: false })
    // A later copy does not match archived products.
    expect(await target.rows((await plan([vase.id])).id)).toMatchObject([{ state: 'planned', subject: null }])
  })

  it('reports every row with its new link', async () => {
    const one = await source.make({ name: 'Shelf', amount: 1250 })
    const broken = await source.make({ name: 'Broken', currency: 'KWD', amount: 1001 })
    await count('target', { KWD: 2 })
    const { id } = await target.run((await plan([one.id, broken.id])).id)
    await count('target', {})
    const { text } = await target.call('GET', `/jobs/${id}/report`)
    const lines = text.trim().split(/\r?\n/)
    expect(lines[0]).toBe('result,id,name,price,currency,pay_url,error')
    const [made] = await target.rows(id, 'done')
    expect(lines.find((line) => line.includes('Shelf'))).toMatch(
      new RegExp(`^Done,${made?.subject},Shelf,12.50,EUR,https?://[^,]+${made?.subject}[^,]*,$`),
    )
    expect(lines.find((line) => line.includes('Broken'))).toMatch(/^Not possible,,Broken,.*1\.001 KWD cannot/)
    expect(text).not.toContain(one.id)
  })

  it('reports a changed price in the currency that it was in', async () => {
    const { id: from } = await source.make({ name: 'Stool', amount: 1250 })
    const held = await target.make({ name: 'Stool', amount: 900 })
    const { id } = await target.run((await plan([from])).id)
    await target.changeElsewhere(held.id, { currency: 'JPY' })
    await target.call('POST', '/products/sync')
    const { text } = await target.call('GET', `/jobs/${id}/report`)
    expect(text).toContain(`Done,${held.id},Stool,12.50,EUR,`)
  })
})
