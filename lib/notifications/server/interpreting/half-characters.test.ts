import { eq, isNull } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { notificationOf } from '../../../payments/server/testing'
import { transactionStates } from '../../../payments/server/tables'
import { openTestOffice } from '../../../testing/office'
import { notifications } from '../tables'
import { processNotification } from './process'

onEachEngine('a transaction whose UID has half of a surrogate pair', (kind) => {
  describe.each([
    ['as sent', 'half \ud83d'],
    ['after it is cut to its maximum length', `${'x'.repeat(254)}\u{1f4b6}`],
  ])('%s', (_where, uid) => {
    it('is the same one in each notification', async () => {
      const office = await openTestOffice(kind)
      const { context, engine } = office
      const other = { ...context, shop: await office.insertShop('shop-other') }
      for (const status of ['pending', 'failed', 'successful']) {
        for (const each of [context, other]) {
          const row = notificationOf(
            each.shop.id,
            { uid, type: 'payment', status, amount: 5 },
            { isProcessed: false },
          )
          await engine.db.insert(notifications).values(row)
          await processNotification(each, row.id)
        }
      }
      expect(await engine.db.$count(notifications, isNull(notifications.processedAt))).toBe(0)
      for (const { shop } of [context, other])
        expect(
          await engine.db
            .select({ status: transactionStates.status })
            .from(transactionStates)
            .where(eq(transactionStates.shopId, shop.id)),
        ).toEqual([{ status: 'successful' }])
      await office.dispose()
    })
  })
})
