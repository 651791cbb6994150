import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { customerLinks } from '../../../customers/server/tables'
import { customersOf } from '../../../customers/server/testing'
import { testEngines } from '../../../db/testing'
import { testOffice } from '../../../testing/office'
import { keyOldNotifications } from './process'
import { notifications } from '../tables'

describe.each(testEngines)('notifications of an earlier release, on $kind', ({ kind, isAvailable }) => {
  describe.skipIf(!isAvailable)('that have no keys', () => {
    const office = testOffice(kind)

    it('get them, and are found to be a customer’s where they are to be believed', async () => {
      const { db } = office.engine
      const here = customersOf(office)
      const [customerId] = await here.insert({ email: 'old@x.example', external_id: 'old-1' })
      const believed = await here.notify({ customer: { external_id: 'old-1' } })
      const quarantined = await here.notify({ customer: { email: 'old@x.example' } }, 'unverified')
      await db.delete(customerLinks).where(office.whereShop(customerLinks))
      await db.update(notifications).set({ keys: null }).where(office.whereShop(notifications))
      await keyOldNotifications(office.context)
      const keyed = await db.select().from(notifications).where(office.whereShop(notifications))
      expect(keyed.find(({ id }) => id === quarantined)?.keys).toEqual(['email:old@x.example'])
      expect(await db.select().from(customerLinks).where(office.whereShop(customerLinks))).toMatchObject([
        { customerId, notificationId: believed, matchedBy: 'external_id' },
      ])
      // A notification that has keys is left alone.
      await db
        .update(notifications)
        .set({ keys: [] })
        .where(office.whereShop(notifications, eq(notifications.id, believed)))
      await keyOldNotifications(office.context)
      const [left] = await db
        .select()
        .from(notifications)
        .where(office.whereShop(notifications, eq(notifications.id, believed)))
      expect(left?.keys).toEqual([])
    })
  })
})
