import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { exactTotalLimit } from '../../../core/lists/paging'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { products } from '../../../products/server/tables'
import { testOffice } from '../../../testing/office'
import { paymentListQuery } from '../../list'
import { payments } from '../tables'
import { listPayments } from './list'

onEachEngine('payments of a product are found by its name', (kind) => {
  const office = testOffice(kind)
  const addProduct = (id: string, name: string) =>
    office.engine.db.insert(products).values({
      shopId: office.context.shop.id,
      id,
      name,
      search: ` ${name.toLowerCase()}`,
      raw: {},
      firstSeenAt: new Date(),
      syncedAt: new Date(),
    })
  const pay = (product: string, count = 1) =>
    office.engine.db.execute(sql`
        INSERT INTO ${payments} (shop_id, uid, state, type, at, heard_at, state_at, authenticity, currency, tried, held, paid,
          refunded, charged_back, product_id)
        SELECT ${office.context.shop.id}, ${product}::text || n, 'paid', 'payment', now() - make_interval(secs => n), now(), now(),
          'signature', 'EUR', 100, 0, 100, 0, 0, ${product} FROM generate_series(1, ${count}::int) n`)
  const find = async (q: string) => listPayments(office.context, paymentListQuery.parse({ q }))

  it('also when the product has vanished, or was archived', async () => {
    await addProduct('p-clock', 'Wall clock')
    await pay('p-clock')
    expect((await find('wall clock')).items).toMatchObject([
      { uid: 'p-clock1', product_name: 'Wall clock', product_id: 'p-clock' },
    ])
    for (const gone of [{ vanishedAt: new Date() }, { archivedAt: new Date() }]) {
      await office.engine.db
        .update(products)
        .set(gone)
        .where(office.whereShop(products, eq(products.id, 'p-clock')))
      expect((await find('clock')).items).toMatchObject([{ uid: 'p-clock1', product_name: 'Wall clock' }])
    }
  })

  it('however many have such a name', async () => {
    for (let n = 0; n < 60; n++) {
      await addProduct(`p-many-${n}`, `Postcard ${n}`)
      await pay(`p-many-${n}`)
    }
    expect(await find('postcard')).toMatchObject({ total: 60, total_exact: true })
  })

  it('however many there are', async () => {
    await addProduct('p-ticket', 'Concert ticket')
    await pay('p-ticket', exactTotalLimit + 1)
    const { items, total_exact: isExact } = await find('concert')
    expect(items.map(({ uid }) => uid)).toEqual(Array.from({ length: 50 }, (_, at) => `p-ticket${at + 1}`))
    expect(isExact).toBe(false)
  })

  it('by its name together with what a notification says', async () => {
    await addProduct('prd_00000000000000a1', 'Gala evening')
    const paid = async (uid: string, lastName: string, amount: number, product: string) => {
      const payment = { uid, type: 'payment', status: 'successful', amount, currency: 'EUR' }
      await customersOf(office).notify({
        ...payment,
        billing_address: { last_name: lastName },
        additional_data: { product_id: product },
      })
    }
    await paid('meier-1', 'Meier', 6520, 'prd_00000000000000a1')
    await paid('kowalska-1', 'Kowalska', 9900, 'prd_00000000000000a1')
    await paid('meier-2', 'Meier', 6520, 'prd_00000000000000b2')
    const uids = async (q: string) => (await find(q)).items.map(({ uid }) => uid).toSorted()
    expect(await uids('gala meier')).toEqual(['meier-1'])
    expect(await uids('Meier Evening gala')).toEqual(['meier-1'])
    expect(await uids('gala 65')).toEqual(['meier-1'])
    expect(await uids('gala meier 65.20')).toEqual(['meier-1'])
    expect(await uids('gala evening')).toEqual(['kowalska-1', 'meier-1'])
    expect(await uids('gala meyer')).toEqual(['meier-1'])
    expect(await uids('gala meier 99')).toEqual([])
    expect(await uids('postcard meier')).toEqual([])
  })

  it('of the day that the search names, or of any day if there is none', async () => {
    const { notify } = customersOf(office)
    const payOn = (uid: string, daysAgo: number) =>
      notify({
        uid,
        amount: 4815,
        currency: 'EUR',
        created_at: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
        billing_address: { last_name: 'Kellermann' },
      })
    for (const daysAgo of [0, 1, 2]) await payOn(`day-${daysAgo}`, daysAgo)
    const uids = async (q: string) => (await find(q)).items.map(({ uid }) => uid)
    expect(await uids('48 yesterday')).toEqual(['day-1'])
    expect(await uids('Kellermann, Today')).toEqual(['day-0'])
    expect(await uids('Kelermann about 48 yesterday')).toEqual(['day-1'])
    await payOn('other', 3)
    expect(await uids('other yesterday')).toEqual(['other'])
    expect(await uids('Kellermann')).toEqual(['day-0', 'day-1', 'day-2', 'other'])
  })

  it('has no sum of what the filters alone count', async () => {
    const { notify } = customersOf(office)
    await notify({ uid: 'chair', amount: 500, description: 'Chair', created_at: '2026-11-20T10:00:00Z' })
    await notify({ uid: 'table', amount: 700, description: 'Table', created_at: '2026-11-20T10:00:00Z' })
    const counted = { counted: 'paid', currency: 'EUR', day_from: '2026-11-20', day_to: '2026-11-20' }
    const list = (query: object) => listPayments(office.context, paymentListQuery.parse(query))
    expect((await list(counted)).counted).toMatchObject({ transactions: 2, amount: '1200' })
    expect(await list({ ...counted, q: 'chair' })).toMatchObject({ total: 1, counted: null })
  })

  // Only on PostgreSQL: storing these rows in the embedded database can take a minute.
  it.runIf(kind === 'server')(
    'has each payment once, however many notifications name the word',
    async () => {
      const { shop } = office.context
      await office.engine.db.execute(sql`
      WITH made AS (
        SELECT 'bench' || n AS uid, now() - make_interval(mins => n) AS at FROM generate_series(1, ${few}::int) n
      ), paid AS (
        INSERT INTO payments (shop_id, uid, state, type, at, heard_at, state_at, authenticity, currency, tried, held, paid, refunded, charged_back)
        SELECT ${shop.id}, uid, 'paid', 'payment', at, at, at, 'signature', 'EUR', 100, 0, 100, 0, 0 FROM made
      ), states AS (
        INSERT INTO transaction_states (shop_id, uid, root_uid, is_final, received_at, at, authenticity, counts_as, amount, currency, status, type)
        SELECT ${shop.id}, uid, uid, true, at, at, 'signature', 'paid', 100, 'EUR', 'successful', 'payment' FROM made
      )
      INSERT INTO notifications (shop_id, id, hook, received_at, last_received_at, body, fingerprint, headers, signature, credentials,
        authenticity, kind, uid, status, search, search_personal, search_terms, processed_at, keys)
      SELECT ${shop.id}, gen_random_uuid(), 'notification', at, at, '{}'::bytea, sha256((uid || part)::bytea), '{}', 'verified', 'absent',
        'signature', 'transaction', uid, 'successful', E'garden bench', '', '{}', at, '{}' FROM made, generate_series(1, 2) part`)
      expect(await find('bench')).toMatchObject({ total: few, total_exact: true })
    },
    60_000,
  )
})

/** Fewer payments than are counted, with more notifications. */
const few = Math.ceil(exactTotalLimit * 0.6)
