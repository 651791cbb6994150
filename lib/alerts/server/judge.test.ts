import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultAlertRules, type AlertRules } from '../schema'
import { testEngines } from '../../db/testing'
import type { ActorContext } from '../../core/server/context'
import { testOffice } from '../../testing/office'
import { alerts, alertSettings } from './tables'
import { dismissAlert, listAlerts, alertsJob, closeAlert, raiseAlert } from './list'
import { judgeShop } from './judge'
import { insertNotification } from './testing'

describe.each(testEngines)('what raises an alert, on $kind', ({ kind, available }) => {
  describe.skipIf(!available)('in a shop', () => {
    const office = testOffice(kind)
    let shop: ActorContext
    let shops = 0

    beforeAll(async () => {
      await office.engine.jobs.define(alertsJob, async () => undefined)
    })
    beforeEach(async () => {
      const made = await office.insertShop(`shop-${1000 + shops++}`)
      shop = { ...office.context, shop: made, actor: await office.insertPerson(made.id) }
    })

    const judge = () => judgeShop(office.engine, shop.shop.id)
    const open = async () => (await listAlerts(shop)).open
    const recent = async () => (await listAlerts(shop)).recent
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const arrives = (said: Parameters<typeof insertNotification>[2] = {}) =>
      insertNotification(office.engine, shop.shop.id, said)
    const fails = (said: Parameters<typeof insertNotification>[2] = {}) =>
      arrives({ status: 'failed', amount: 1200, currency: 'EUR', ...said })
    /** A body that says when things happened. */
    const tells = ({ created_at: created, paid_at: paid, status }: Record<string, unknown>) =>
      Buffer.from(
        JSON.stringify({
          transaction: { uid: 'x', type: 'payment', status, created_at: created, paid_at: paid },
        }),
      )
    const watch = (rules: Partial<AlertRules>, silenceSince = new Date()) =>
      office.engine.db.insert(alertSettings).values({
        shopId: shop.shop.id,
        rules: { ...defaultAlertRules, ...rules },
        silenceSince,
      })
    const pass = (hours: number) =>
      office.engine.db.execute(sql`
        WITH n AS (UPDATE notifications SET received_at = received_at - make_interval(hours => ${hours})
          WHERE shop_id = ${shop.shop.id}), s AS (UPDATE transaction_states SET at = at - make_interval(hours => ${hours})
          WHERE shop_id = ${shop.shop.id})
        UPDATE alerts SET opened_at = opened_at - make_interval(hours => ${hours}), detail = detail ||
          jsonb_build_object('last_at', (detail ->> 'last_at')::timestamptz - make_interval(hours => ${hours}))
        WHERE shop_id = ${shop.shop.id}`)

    describe('a payment that failed', () => {
      it('once more than allowed is raised once, and says how often', async () => {
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
        ['the payment token', { paymentToken: 'f00' }],
        ['product and e-mail', { productId: 'prd_1', email: 'Ann@shop.example' }],
      ])('is known again by %s, and no address is kept', async (_, said) => {
        for (let count = 0; count < 3; count++) await fails(said)
        await judge()
        expect(await open()).toHaveLength(1)
        const { rows } = await office.engine.db.execute(sql`SELECT a::text AS row FROM alerts a`)
        expect(JSON.stringify(rows)).not.toMatch(/ann@|f00\b/i)
      })

      it('by all of them together is one alert', async () => {
        const said = { trackingId: 'B', paymentToken: 'b00', productId: 'prd_1', email: 'bo@shop.example' }
        for (let count = 0; count < 3; count++) await fails(said)
        await judge()
        await fails(said)
        await judge()
        expect(await open()).toHaveLength(1)
      })

      it('does not count what is old, another delivery, no payment, or without evidence', async () => {
        const uid = 'the-same'
        await fails({ trackingId: 'C', receivedAt: minutesAgo(61) })
        await fails({ trackingId: 'C', type: 'refund' })
        await fails({ trackingId: 'C', uid })
        await fails({ trackingId: 'C', uid, status: 'error' })
        await fails({ trackingId: 'C', authenticity: 'unverified' })
        await judge()
        expect((await open()).filter((one) => one.kind === 'payment_failed')).toEqual([])
      })

      it('counts what became of each transaction, in whatever order that was told', async () => {
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

      it('long ago does not count because it was told late, as by an answer of the gateway', async () => {
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
          .where(eq(alerts.shopId, shop.shop.id))
        await tried(4)
        await tried(3)
        await judge()
        expect(await open()).toEqual([])
        await tried(1)
        await judge()
        expect(await open()).toMatchObject([{ detail: { tries: 6 } }])
      })

      it('does not count attempts that are further apart than the rule says, though told together', async () => {
        for (const minutes of [65, 30, 2])
          await fails({ trackingId: 'O', body: tells({ status: 'failed', created_at: minutesAgo(minutes) }) })
        await judge()
        expect(await open()).toEqual([])
      })

      it('is judged by when it came through, whenever that was told', async () => {
        const failed = (minutes: number) => tells({ status: 'failed', created_at: minutesAgo(minutes) })
        const paid = (minutes: number) => tells({ status: 'successful', paid_at: minutesAgo(minutes) })
        // Paid after the last try, and the tries were told afterwards.
        await arrives({ status: 'successful', trackingId: 'L', body: paid(10), receivedAt: minutesAgo(10) })
        for (const minutes of [30, 20, 15]) await fails({ trackingId: 'L', body: failed(minutes) })
        await judge()
        expect(await open()).toEqual([])
        // Paid hours before the tries, and told after the alert.
        for (const minutes of [30, 20, 15]) await fails({ trackingId: 'M', body: failed(minutes) })
        await judge()
        await arrives({ status: 'successful', trackingId: 'M', body: paid(300) })
        await judge()
        expect(await open()).toHaveLength(1)
        await arrives({ status: 'successful', trackingId: 'M', body: paid(2) })
        await judge()
        expect(await open()).toEqual([])
      })

      it('and came through since is none, or is over by itself', async () => {
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

      it('is closed without a word after a day, and once dismissed comes again for new tries only', async () => {
        for (let count = 0; count < 3; count++) await fails({ trackingId: 'F' })
        await judge()
        await pass(25)
        await judge()
        expect(await recent()).toMatchObject([{ closed_how: 'quiet' }])
        expect(await open()).toEqual([])
        for (let count = 0; count < 3; count++) await fails({ trackingId: 'G' })
        await judge()
        const [one] = await open()
        await dismissAlert(shop, one?.id ?? '')
        await fails({ trackingId: 'G' })
        await judge()
        expect(await open()).toEqual([])
        await fails({ trackingId: 'G' })
        await fails({ trackingId: 'G' })
        await judge()
        expect(await open()).toHaveLength(1)
      })

      it('is not looked at where the rule is off', async () => {
        await watch({ payment_failed: { enabled: false, tries: 3, minutes: 60 } })
        for (let count = 0; count < 3; count++) await fails({ trackingId: 'H' })
        await judge()
        expect(await open()).toEqual([])
      })
    })

    describe('what has no evidence', () => {
      it('raises one alert however much arrives, and none again after it was dismissed', async () => {
        await arrives({ authenticity: 'unverified' })
        await judge()
        const last = await arrives({ authenticity: 'unverified' })
        await judge()
        const [one, ...others] = await open()
        expect([one?.kind, one?.detail.notification_id, others]).toEqual(['quarantine', last, []])
        await dismissAlert(shop, one?.id ?? '')
        await judge()
        expect(await open()).toEqual([])
        expect(await recent()).toMatchObject([{ closed_how: 'dismissed', dismissed_by: 'owner' }])
        await arrives({ authenticity: 'unverified' })
        await judge()
        expect(await open()).toHaveLength(1)
      })

      it('is over when nothing more came for a day', async () => {
        await arrives({ authenticity: 'unverified' })
        await judge()
        await pass(25)
        await judge()
        expect(await open()).toEqual([])
        expect(await recent()).toMatchObject([{ closed_how: 'quiet' }])
      })
    })

    describe('silence', () => {
      const hours = (
        enabled: boolean,
        count: number,
        daytime: AlertRules['no_notifications']['daytime'] = null,
      ) => ({
        no_notifications: { enabled, hours: count, daytime },
      })

      it('is raised after the hours, and is over with the next notification', async () => {
        await watch(hours(true, 2))
        const last = minutesAgo(119)
        await arrives({ receivedAt: last })
        await arrives({ authenticity: 'unverified', receivedAt: minutesAgo(60 * 25) })
        await judge()
        expect(await open()).toEqual([])
        await office.engine.db.execute(sql`
          UPDATE notifications SET received_at = received_at - interval '2 minutes' WHERE shop_id = ${shop.shop.id}`)
        await judge()
        await judge()
        expect(await open()).toMatchObject([{ kind: 'no_notifications', detail: { hours: 2 } }])
        await arrives({ authenticity: 'unverified' })
        await judge()
        expect((await open()).map((one) => one.kind)).toContain('no_notifications')
        await arrives()
        await judge()
        expect((await open()).map((one) => one.kind)).toEqual(['quarantine'])
        expect(await recent()).toMatchObject([{ kind: 'no_notifications', closed_how: 'over' }])
      })

      it('counts from the beginning of the watch where nothing ever came, and is off by itself', async () => {
        await judge()
        expect(await open()).toEqual([])
        await watch(hours(true, 24), minutesAgo(60 * 25))
        await judge()
        expect(await open()).toMatchObject([{ detail: { hours: 24, last_at: null } }])
        await dismissAlert(shop, (await open())[0]?.id ?? '')
        await judge()
        expect(await open()).toEqual([])
      })

      it('counts the hours of the day only that it is to be watched in', async () => {
        const hour = new Date().getUTCHours()
        // A daytime of two hours that does not include the hours around now.
        const [from, to] = hour >= 12 ? [1, 3] : [20, 22]
        await arrives({ receivedAt: minutesAgo(60 * 24) })
        await watch(hours(true, 3, { from, to, zone: 'UTC' }))
        await judge()
        expect(await open()).toEqual([])
        await office.engine.db.execute(sql`DELETE FROM alert_settings WHERE shop_id = ${shop.shop.id}`)
        await watch(hours(true, 2, { from, to, zone: 'UTC' }))
        await judge()
        expect(await open()).toHaveLength(1)
      })
    })

    it('raises another’s alert once, as long as it is open, and not where it is not watched for', async () => {
      const { db } = office.engine
      const raised = { kind: 'forwarding_disabled', subject: 'one', detail: { endpoint: 'Ledger' } } as const
      const raise = () => db.transaction((tx) => raiseAlert(tx, shop.shop.id, raised))
      expect([await raise(), await raise()]).toEqual([true, false])
      expect(await closeAlert(db, shop.shop.id, raised)).toBe(true)
      expect(await raise()).toBe(true)
      expect(await raiseAlert(db, shop.shop.id, { ...raised, subject: 'two' })).toBe(true)
      await watch({ forwarding_disabled: { enabled: false } })
      expect(await raiseAlert(db, shop.shop.id, { ...raised, subject: 'three' })).toBe(false)
    })

    it('dismisses nothing of another shop, and nothing twice', async () => {
      await arrives({ authenticity: 'unverified' })
      await judge()
      const [one] = await open()
      await expect(dismissAlert(office.context, one?.id ?? '')).rejects.toMatchObject({ code: 'not_found' })
      await expect(dismissAlert(shop, 'no-id')).rejects.toMatchObject({ code: 'not_found' })
      await dismissAlert(shop, one?.id ?? '')
      await dismissAlert(shop, one?.id ?? '')
      const { rows } = await office.engine.db.execute(
        sql`SELECT 1 FROM activity WHERE shop_id = ${shop.shop.id} AND action = 'alert.dismissed'`,
      )
      expect(rows).toHaveLength(1)
    })
  })
})
