import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { alertItem, defaultAlertRules, type AlertRules } from '../schema'
import { onEachEngine } from '../../db/testing-engines'
import { dismissAlert, closeAlert, listAlerts, raiseAlert } from './list'
import { messageOf } from './messages'
import { alerts, alertSettings } from './tables'
import { judgedShop } from './testing'

onEachEngine('what raises an alert in a shop', (kind) => {
  const { office, shop, judge, open, recent, minutesAgo, arrives, watch, pass } = judgedShop(kind)

  describe('what has no evidence', () => {
    it('raises one alert for any number of failures, and none after a dismissal', async () => {
      await arrives({ authenticity: 'unverified' })
      await judge()
      const last = await arrives({ authenticity: 'unverified' })
      await judge()
      const [one, ...others] = await open()
      expect([one?.kind, one?.detail.notification_id, others]).toEqual(['quarantine', last, []])
      await dismissAlert(shop(), one?.id ?? '')
      await judge()
      expect(await open()).toEqual([])
      expect(await recent()).toMatchObject([{ closed_how: 'dismissed', dismissed_by: 'owner' }])
      await arrives({ authenticity: 'unverified' })
      await judge()
      expect(await open()).toHaveLength(1)
    })

    it('ends after a day without failures', async () => {
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

    it('is raised after the set hours, and ends with the next notification', async () => {
      await watch(hours(true, 2))
      const last = minutesAgo(119)
      await arrives({ receivedAt: last })
      await arrives({ authenticity: 'unverified', receivedAt: minutesAgo(60 * 25) })
      await judge()
      expect(await open()).toEqual([])
      await office.engine.db.execute(sql`
          UPDATE notifications SET received_at = received_at - interval '2 minutes' WHERE shop_id = ${shop().shop.id}`)
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
      await dismissAlert(shop(), (await open())[0]?.id ?? '')
      await judge()
      expect(await open()).toEqual([])
    })

    it('ends without a message when it is no longer watched', async () => {
      const { db } = office.engine
      const other = {
        shopId: office.context.shop.id,
        id: uuidv7(),
        kind: 'no_notifications',
        subject: 'silence',
      } as const
      await db.insert(alerts).values(other)
      await watch(hours(true, 2), minutesAgo(60 * 3))
      await judge()
      expect(await open()).toHaveLength(1)
      const rules = { ...defaultAlertRules, ...hours(false, 2) }
      await db.update(alertSettings).set({ rules }).where(eq(alertSettings.shopId, shop().shop.id))
      await judge()
      expect(await open()).toEqual([])
      expect(await recent()).toMatchObject([{ kind: 'no_notifications', closed_how: 'quiet' }])
      expect((await listAlerts(office.context)).open).toMatchObject([{ id: other.id }])
    })

    it('counts the hours of the day only that it is to be watched in', async () => {
      const hour = new Date().getUTCHours()
      // A daytime of two hours that does not include the hours around now.
      const [from, to] = hour >= 12 ? [1, 3] : [20, 22]
      await arrives({ receivedAt: minutesAgo(60 * 24) })
      await watch(hours(true, 3, { from, to, zone: 'UTC' }))
      await judge()
      expect(await open()).toEqual([])
      await office.engine.db.execute(sql`DELETE FROM alert_settings WHERE shop_id = ${shop().shop.id}`)
      const daytime = { from, to, zone: 'UTC' }
      await watch(hours(true, 2, daytime))
      await judge()
      const [raised] = await open()
      expect(raised?.detail).toMatchObject({ hours: 2, daytime })

      const { subject, text } = messageOf(
        shop().shop,
        { ...alertItem.parse(raised), openedAt: new Date(), closedAt: null },
        'raised',
      )
      const counted = `${from}:00 to ${to}:00 (UTC)`
      expect(subject).toContain(`No notification for 2 hours, counted from ${counted} only`)
      expect(text).toContain(`Only the hours from ${counted} count.`)
    })
  })

  it('raises the alert of another feature once while it is open, and only if it is watched', async () => {
    const { db } = office.engine
    const raised = { kind: 'forwarding_disabled', subject: 'one', detail: { endpoint: 'Ledger' } } as const
    const raise = () => db.transaction((tx) => raiseAlert(tx, shop().shop.id, raised))
    expect([await raise(), await raise()]).toEqual([true, false])
    expect(await closeAlert(db, shop().shop.id, raised)).toBe(true)
    expect(await raise()).toBe(true)
    expect(await raiseAlert(db, shop().shop.id, { ...raised, subject: 'two' })).toBe(true)
    await watch({ forwarding_disabled: { enabled: false } })
    expect(await raiseAlert(db, shop().shop.id, { ...raised, subject: 'three' })).toBe(false)
  })

  it('dismisses nothing of another shop, and nothing twice', async () => {
    await arrives({ authenticity: 'unverified' })
    await judge()
    const [one] = await open()
    await expect(dismissAlert(office.context, one?.id ?? '')).rejects.toMatchObject({ code: 'not_found' })
    await expect(dismissAlert(shop(), 'no-id')).rejects.toMatchObject({ code: 'not_found' })
    await dismissAlert(shop(), one?.id ?? '')
    await dismissAlert(shop(), one?.id ?? '')
    const { rows } = await office.engine.db.execute(
      sql`SELECT 1 FROM activity WHERE shop_id = ${shop().shop.id} AND action = 'alert.dismissed'`,
    )
    expect(rows).toHaveLength(1)
  })
})
