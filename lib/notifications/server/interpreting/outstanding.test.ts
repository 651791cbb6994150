import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anonymiseCustomer } from '../../../customers/server/anonymising/anonymise'
import { customerLinks } from '../../../customers/server/tables'
import { customersOf } from '../../../customers/server/testing'
import { testEngines } from '../../../db/testing'
import { testOffice } from '../../../testing/office'
import { processLeftBehind } from './backlog'
import { keyOldNotifications } from './process'
import { notifications } from '../tables'

describe.each(testEngines)('anonymising on $kind', ({ kind, isAvailable }) => {
  describe.skipIf(!isAvailable)('while notifications are not worked out', () => {
    const office = testOffice(kind)
    let here: ReturnType<typeof customersOf>
    beforeAll(async () => {
      here = customersOf(office)
      await here.synced()
    })
    beforeEach(() => office.clear(customerLinks))
    beforeEach(() => office.clear(notifications))

    const email = 'late@x.example'
    const paid = { customer: { email, first_name: 'Laterson' }, amount: 700 }
    const sweep = () => processLeftBehind({ engine: office.engine, log: office.context.log }, 0)
    /** Returns the only notification, and whether it still names the person. */
    const named = async () => {
      const rows = await office.engine.db.select().from(notifications).where(office.whereShop(notifications))
      expect(rows).toHaveLength(1)
      const text = rows.map((row) => JSON.stringify({ ...row, body: row.body.toString() })).join()
      return { ...rows[0], isNamed: /laterson|late@x/i.test(text) }
    }
    const copies = (id: string, times: number) =>
      office.engine.db.execute(sql`
        INSERT INTO notifications (shop_id, id, received_at, last_received_at, body, fingerprint, headers, signature,
          credentials, authenticity)
        SELECT shop_id, gen_random_uuid(), received_at, last_received_at, body, fingerprint || int4send(n), headers,
          signature, credentials, authenticity
        FROM notifications, generate_series(1, ${times}) n WHERE ${office.whereShop(notifications)} AND id = ${id}`)

    it('anonymises one that was stored only, which stays the customer’s', async () => {
      const [id = ''] = await here.insert({ email })
      await here.store(paid)
      expect(await anonymiseCustomer(office.context, id)).toMatchObject({
        totals: [{ currency: 'EUR', paid: 700 }],
      })
      await sweep()
      expect(await named()).toMatchObject({ isNamed: false, keys: [], amount: 700, status: 'successful' })
    })

    it('anonymises one of an earlier release', async () => {
      const [id = ''] = await here.insert({ email })
      await here.notify(paid)
      const { db } = office.engine
      await db.delete(customerLinks).where(office.whereShop(customerLinks))
      await db.update(notifications).set({ keys: null }).where(office.whereShop(notifications))
      await anonymiseCustomer(office.context, id)
      await keyOldNotifications(office.context)
      expect(await named()).toMatchObject({ isNamed: false, keys: [], amount: 700 })
    })

    it('anonymises one that cannot be processed, and does not wait for it', async () => {
      const [id = ''] = await here.insert({ email })
      await here.store(paid)
      await here.withoutProcessing(async () => {
        await anonymiseCustomer(office.context, id)
        expect(await named()).toMatchObject({ isNamed: false, processedAt: null, keys: [] })
      })
      const [namesake = ''] = await here.insert({ email })
      await sweep()
      expect(await named()).toMatchObject({ isNamed: false, keys: [], amount: 700 })
      const links = await office.engine.db
        .select()
        .from(customerLinks)
        .where(office.whereShop(customerLinks, eq(customerLinks.customerId, namesake)))
      expect(links).toEqual([])
    })

    it('is refused while there are many, and works them out meanwhile', async () => {
      const [id = ''] = await here.insert({ email })
      await here.store(paid)
      await copies(await here.store({ description: 'Paper' }), 199)
      await expect(anonymiseCustomer(office.context, id)).rejects.toMatchObject({
        code: 'notifications_outstanding',
      })
      expect(await anonymiseCustomer(office.context, id)).toMatchObject({ anonymised: true })
      await sweep()
      const { rows } = await office.engine.db.execute<{ count: number }>(sql`
        SELECT count(*)::int AS count FROM notifications WHERE ${office.whereShop(notifications)}
        AND (email IS NOT NULL OR processed_at IS NULL OR strpos(convert_from(body, 'UTF8'), ${email}) > 0)`)
      expect(rows).toEqual([{ count: 0 }])
    })
  })
})
