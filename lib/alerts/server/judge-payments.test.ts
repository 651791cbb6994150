import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { alerts } from './tables'
import { dismissAlert } from './list'
import { judgedShop } from './testing'

onEachEngine('what raises an alert in a shop', (kind) => {
  const { office, shop, judge, open, recent, minutesAgo, arrives, fails, tells, watch, pass } =
    judgedShop(kind)

  describe('a payment that failed', () => {
    it('raises one alert for too many attempts, with their number', async () => {
      await fails({ trackingId: 'A-1' })
      await fails({ trackingId: 'A-1' })
      await fails({ trackingId: 'A-2' })
      await judge()
      expect(await open()).toEqual([])
      const last = await fails({ trackingId: 'A-1' })
      await judge()
      const detail = { tries: 3, minutes: 60, amount: 1200, currency: 'EUR', notification_id: last }
      expect(await open()).toMatchObject([{ kind: 'payment_failed', detail }])
      await fails({ trackingId: 'A-1' })
      await judge()
      await judge()
      expect(await open()).toMatchObject([{ detail: { tries: 4 } }])
    })

    it.each([
      ['the payment token', { paymentToken: 'token-of-ann' }],
      ['product and e-mail', { productId: 'prd_1', email: 'Ann@shop.example' }],
    ])('recognises a payer by %s, and stores no address', async (_, said) => {
      for (let count = 0; count < 3; count++) await fails(said)
      await judge()
      expect(await open()).toHaveLength(1)
      const { rows } = await office.engine.db.execute(sql`SELECT a::text AS row FROM alerts a`)
      expect(JSON.stringify(rows)).not.toMatch(/ann@|token-of-ann/i)
    })

    it('counts charges, and what was completed by another method, as the ledger does', async () => {
      for (let count = 0; count < 3; count++) await fails({ trackingId: 'A-3', type: 'charge' })
      await judge()
      expect(await open()).toMatchObject([{ kind: 'payment_failed', detail: { tries: 3 } }])
      await arrives({ status: 'completed', trackingId: 'A-3', type: 'charge' })
      await judge()
      expect(await recent()).toMatchObject([{ closed_how: 'over' }])
      for (let count = 0; count < 3; count++) await fails({ trackingId: 'A-4' })
      await arrives({ status: 'completed', trackingId: 'A-4' })
      await judge()
      expect(await open()).toEqual([])
    })

    it('raises one alert if several criteria match the same payer', async () => {
      const said = { trackingId: 'B', paymentToken: 'b00', productId: 'prd_1', email: 'bo@shop.example' }
      for (let count = 0; count < 3; count++) await fails(said)
      await judge()
      await fails(said)
      await judge()
      expect(await open()).toHaveLength(1)
    })

    it('ignores old attempts, repeated deliveries, other types, and those without evidence', async () => {
      const uid = 'the-same'
      await fails({ trackingId: 'C', receivedAt: minutesAgo(61) })
      await fails({ trackingId: 'C', type: 'refund' })
      await fails({ trackingId: 'C', uid })
      await fails({ trackingId: 'C', uid, status: 'error' })
      await fails({ trackingId: 'C', authenticity: 'unverified' })
      await judge()
      expect((await open()).filter((one) => one.kind === 'payment_failed')).toEqual([])
    })

    it('counts the final outcome of each transaction, in any order of arrival', async () => {
      const [early, late] = [minutesAgo(20), minutesAgo(10)]
      await arrives({
        status: 'successful',
        trackingId: 'I',
        uid: 'told-late',
        transactionAt: late,
        receivedAt: late,
      })
      await fails({ trackingId: 'I', uid: 'told-late', transactionAt: early })
      await fails({ trackingId: 'I' })
      await fails({ trackingId: 'I' })
      await judge()
      expect(await open()).toEqual([])
    })

    it('ignores old attempts that were reported late', async () => {
      const before = (minutes: number) => tells({ status: 'failed', created_at: minutesAgo(minutes) })
      for (const minutes of [600, 595, 590])
        await fails({ trackingId: 'J', authenticity: 'answer', body: before(minutes) })
      await judge()
      expect(await open()).toEqual([])
      const lastAt = minutesAgo(10).toISOString()
      for (const at of [minutesAgo(30), minutesAgo(20), lastAt])
        await fails({ trackingId: 'K', body: tells({ status: 'failed', created_at: at }) })
      await judge()
      const [{ detail } = { detail: null }] = await open()
      expect(detail).toMatchObject({ tries: 3, last_at: lastAt })
    })

    it('counts by a clock of the gateway that is some minutes behind ours', async () => {
      const behind = 8
      const tried = (minutes: number, trackingId = 'N') =>
        fails({
          trackingId,
          receivedAt: minutesAgo(minutes),
          body: tells({ status: 'failed', created_at: minutesAgo(minutes + behind) }),
        })
      for (const minutes of [58, 30, 20]) await tried(minutes)
      await judge()
      expect(await open()).toMatchObject([{ detail: { tries: 3 } }])
      // Closed by a person a moment ago, and tried again since: by the gateway's clock before it was closed.
      await office.engine.db
        .update(alerts)
        .set({ closedAt: minutesAgo(5), closedHow: 'dismissed' })
        .where(eq(alerts.shopId, shop().shop.id))
      await tried(4)
      await tried(3)
      await judge()
      expect(await open()).toEqual([])
      await tried(1)
      await judge()
      expect(await open()).toMatchObject([{ detail: { tries: 6 } }])
    })

    it('ignores attempts further apart than the rule says, even if reported together', async () => {
      for (const minutes of [65, 30, 2])
        await fails({ trackingId: 'O', body: tells({ status: 'failed', created_at: minutesAgo(minutes) }) })
      await judge()
      expect(await open()).toEqual([])
    })

    it('uses the time of payment, whenever it was reported', async () => {
      const failed = (minutes: number) => tells({ status: 'failed', created_at: minutesAgo(minutes) })
      const paid = (minutes: number) => tells({ status: 'successful', paid_at: minutesAgo(minutes) })
      // Paid after the last try, and the tries were reported afterwards.
      await arrives({ status: 'successful', trackingId: 'L', body: paid(10), receivedAt: minutesAgo(10) })
      for (const minutes of [30, 20, 15]) await fails({ trackingId: 'L', body: failed(minutes) })
      await judge()
      expect(await open()).toEqual([])
      // Paid hours before the tries, and reported after the alert.
      for (const minutes of [30, 20, 15]) await fails({ trackingId: 'M', body: failed(minutes) })
      await judge()
      await arrives({ status: 'successful', trackingId: 'M', body: paid(300) })
      await judge()
      expect(await open()).toHaveLength(1)
      await arrives({ status: 'successful', trackingId: 'M', body: paid(2) })
      await judge()
      expect(await open()).toEqual([])
    })

    it('raises none, or closes it, if a payment succeeded since', async () => {
      for (let count = 0; count < 3; count++) await fails({ trackingId: 'D' })
      await arrives({ status: 'successful', trackingId: 'D' })
      await judge()
      expect(await open()).toEqual([])
      for (let count = 0; count < 3; count++) await fails({ trackingId: 'E' })
      await judge()
      expect(await open()).toHaveLength(1)
      await arrives({ status: 'successful', trackingId: 'E' })
      await judge()
      expect(await open()).toEqual([])
      expect(await recent()).toMatchObject([{ kind: 'payment_failed', closed_how: 'over' }])
    })

    it('closes silently after a day, and after a dismissal only counts new attempts', async () => {
      for (let count = 0; count < 3; count++) await fails({ trackingId: 'F' })
      await judge()
      await pass(25)
      await judge()
      expect(await recent()).toMatchObject([{ closed_how: 'quiet' }])
      expect(await open()).toEqual([])
      for (let count = 0; count < 3; count++) await fails({ trackingId: 'G' })
      await judge()
      const [one] = await open()
      await dismissAlert(shop(), one?.id ?? '')
      await fails({ trackingId: 'G' })
      await judge()
      expect(await open()).toEqual([])
      await fails({ trackingId: 'G' })
      await fails({ trackingId: 'G' })
      await judge()
      expect(await open()).toHaveLength(1)
    })

    it('is not checked if the rule is off', async () => {
      await watch({ payment_failed: { enabled: false, tries: 3, minutes: 60 } })
      for (let count = 0; count < 3; count++) await fails({ trackingId: 'H' })
      await judge()
      expect(await open()).toEqual([])
    })
  })
})
