import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { signIn } from '../../core/server/accounts/sign-in'
import { recordLeftOut } from '../../core/server/activity/access'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { mailServer } from '../../core/server/tables/installation'
import { activity } from '../../core/server/tables/requests'
import { signInFailures, users } from '../../core/server/tables/users'
import { onEachEngine } from '../../db/testing-engines'
import { changeRole, disablePerson, enablePerson } from '../../people/server/people'
import { openMailServer, useMailServer } from '../../testing/servers/mail-server'
import { testAppUrl, testOffice } from '../../testing/office'
import { otherShop } from '../../testing/shops/other-shop'
import { defaultAlertRules, type AlertRules } from '../schema'
import { deliverMessages } from './deliver'
import { judgeShop, judgeInstallation } from './judge'
import { alertsQueue, dismissAlert, listAlerts } from './list'
import { alertMessages, alerts, alertSettings } from './tables'
import { writeMessages } from './tell'

onEachEngine('alerts about what people do by the activity', (kind) => {
  const office = testOffice(kind)
  let shop: ActorContext
  let made = 0

  beforeAll(async () => {
    await office.engine.queues.define(alertsQueue, async () => undefined)
  })
  const openShop = async () => {
    const inserted = await office.insertShop(`shop-${2000 + made++}`)
    shop = { ...office.context, shop: inserted, actor: await office.insertPerson(inserted.id) }
  }
  const found = async () => {
    await judgeShop(office.engine, shop.shop.id)
    const { open } = await listAlerts(shop)
    return open.map((alert) => [alert.kind, alert.detail.person_id, alert.detail.count])
  }
  const dismissAll = async () => {
    for (const { id } of (await listAlerts(shop)).open) await dismissAlert(shop, id)
  }
  const pass = (hours: number) =>
    office.engine.db.execute(sql`
        WITH a AS (UPDATE activity SET at = at - make_interval(hours => ${hours}))
        UPDATE alerts SET opened_at = opened_at - make_interval(hours => ${hours}),
          detail = detail || jsonb_build_object('last_at', (detail ->> 'last_at')::timestamptz - make_interval(hours => ${hours}))`)
  const watch = (rules: Partial<AlertRules>) =>
    office.engine.db
      .insert(alertSettings)
      .values({ shopId: shop.shop.id, rules: { ...defaultAlertRules, ...rules } })

  describe('of a shop', () => {
    beforeEach(openShop)
    const reveal = async (context: ActorContext, times: number) => {
      for (let time = 0; time < times; time++)
        await recordActivity(office.engine.db, context, {
          action: 'customer.revealed',
          subject: `c${time}`,
        })
    }

    it('many reveals: of one person, within an hour, in this shop', async () => {
      await watch({ many_reveals: { enabled: true, reveals: 3 } })
      const [one, two] = [shop.actor.userId, (await office.insertPerson(shop.shop.id, 'support')).userId]
      await reveal({ ...shop, actor: { ...shop.actor, userId: two } }, 2)
      await reveal({ ...shop, shop: { ...shop.shop, id: otherShop } }, 5)
      await reveal(shop, 2)
      expect(await found()).toEqual([])
      await pass(2)
      await reveal(shop, 2)
      expect(await found()).toEqual([])
      await recordActivity(office.engine.db, shop, { action: 'card_token.revealed', subject: 't' })
      expect(await found()).toEqual([['many_reveals', one, 3]])
      await reveal(shop, 1)
      expect(await found()).toEqual([['many_reveals', one, 4]])
    })

    it('many reveals: repeated after a dismissal only for as many new ones; off with its rule', async () => {
      await watch({ many_reveals: { enabled: true, reveals: 2 } })
      await reveal(shop, 2)
      expect(await found()).toHaveLength(1)
      await dismissAll()
      await reveal(shop, 1)
      expect(await found()).toEqual([])
      await reveal(shop, 1)
      expect(await found()).toHaveLength(1)
      await openShop()
      await watch({ many_reveals: { enabled: false, reveals: 1 } })
      await reveal(shop, 2)
      expect(await found()).toEqual([])
    })

    it('a new owner, by any way', async () => {
      const { userId } = await office.insertPerson(shop.shop.id, 'support')
      await changeRole(shop, userId, { role: 'manager' })
      expect(await found()).toEqual([])
      await changeRole(shop, userId, { role: 'owner' })
      expect(await found()).toEqual([['new_owner', userId, 1]])
      await dismissAll()
      await disablePerson(shop, userId)
      await enablePerson(shop, userId)
      expect(await found()).toEqual([['new_owner', userId, 1]])
      await dismissAll()
      const accepted = (role: string) =>
        recordActivity(office.engine.db, shop, {
          action: 'invitation.accepted',
          detail: { person: userId, role },
        })
      await accepted('viewer')
      expect(await found()).toEqual([])
      await accepted('owner')
      expect(await found()).toEqual([['new_owner', userId, 1]])
      await dismissAll()
      // A provider let them in; they had no role in the shop before.
      const detail = { from: null, to: 'owner', provider: 'acme' }
      await recordActivity(office.engine.db, shop, {
        action: 'person.role_changed',
        subject: userId,
        detail,
      })
      expect(await found()).toEqual([['new_owner', userId, 1]])
    })

    it('new secrets: one alert for each person who made them, which closes after a quiet day', async () => {
      await recordActivity(office.engine.db, shop, { action: 'hook_key.rotated' })
      await recordActivity(office.engine.db, shop, { action: 'api_token.created', subject: 't' })
      await recordActivity(office.engine.db, shop, { action: 'api_token.revoked', subject: 't' })
      expect(await found()).toEqual([['secrets_changed', shop.actor.userId, 2]])
      await pass(25)
      expect(await found()).toEqual([])
      expect((await listAlerts(shop)).recent).toMatchObject([{ closed_how: 'quiet' }])
    })
  })

  describe('of the installation', () => {
    let smtp: Awaited<ReturnType<typeof openMailServer>>
    const scope = () => ({ engine: office.engine, shop: null, actor: office.context.actor })
    const judge = async () => {
      await judgeInstallation(office.engine)
      return (await listAlerts(scope())).open.map(({ kind: of, detail }) => [of, detail.count])
    }
    const tell = async () => {
      await writeMessages(office.engine)
      await deliverMessages(office.engine)
    }
    beforeAll(async () => {
      smtp = await openMailServer()
    })
    afterAll(() => smtp.close())
    beforeEach(async () => {
      await openShop()
      const { db } = office.engine
      smtp.mails.length = 0
      await db.delete(alertMessages)
      await db.delete(alerts)
      await db.delete(mailServer)
      await db.delete(activity).where(isNull(activity.shopId))
      await db.delete(signInFailures)
      await db.update(users).set({ isAdministrator: sql`${users.id} = ${office.context.actor.userId}` })
    })

    const attempt = (email: string, address: string) =>
      signIn(office.engine.db, {
        email,
        password: 'not the right one',
        address,
        browsers: { cookie: undefined, secret: 'secret' },
      })

    it('many failed sign-ins, from many addresses at accounts that do not exist, and no shop hears of it', async () => {
      for (let n = 0; n < 19; n++) await attempt(`nobody${n}@shop.example`, `192.0.2.${n}`)
      expect(await judge()).toEqual([])
      await attempt('nobody@shop.example', '192.0.2.99')
      expect(await judge()).toEqual([['failed_sign_ins', 20]])
      expect(await found()).toEqual([])
      for (let n = 0; n < 30; n++) await attempt('one@shop.example', '198.51.100.7')
      expect(await judge()).toEqual([['failed_sign_ins', 50]])
      const [alert] = (await listAlerts(scope())).open
      await dismissAlert(scope(), alert!.id)
      // The same attempts are still counted.
      expect(await judge()).toEqual([])
    }, 60_000)

    it('an attack with more names than the activity records: raised once, counted in full', async () => {
      // The activity's quarter of an hour must not end meanwhile.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
      onTestFinished(() => void vi.useRealTimers())
      await useMailServer(office.engine, smtp.port)
      const { db } = office.engine
      const counts: unknown[] = []
      for (let n = 1; n <= 130; n++) {
        await attempt(`name${n}@shop.example`, `198.51.100.${n}`)
        if (n % 26 !== 0) continue
        counts.push(...(await judge()))
        await tell()
      }
      expect(counts).toEqual([26, 52, 78, 104, 130].map((count) => ['failed_sign_ins', count]))
      expect(await db.$count(alerts, isNull(alerts.shopId))).toBe(1)
      expect(smtp.mails).toHaveLength(1)
      const ofAction = (action: string) => and(isNull(activity.shopId), eq(activity.action, action))
      expect(await db.$count(activity, ofAction('sign_in.failed'))).toBe(100)
      await db.update(signInFailures).set({ windowEndsAt: sql`now() - interval '1 minute'` })
      await recordLeftOut(db)
      const left = await db.select().from(activity).where(ofAction('access.left_out'))
      expect(left.map(({ detail }) => detail)).toEqual([{ event: 'sign_in.failed', left_out: 30 }])
      // It is over, and the alert stays until it was quiet for a day.
      expect(await judge()).toEqual([['failed_sign_ins', 130]])
    }, 180_000)

    it('a removed factor: mailed to the present administrators', async () => {
      await useMailServer(office.engine, smtp.port)
      const { db } = office.engine
      const { actor } = shop
      await db.update(users).set({ isAdministrator: true }).where(eq(users.id, actor.userId))
      const gone = await office.insertPerson(shop.shop.id)
      await db
        .update(users)
        .set({ isAdministrator: true, disabledAt: sql`now()` })
        .where(eq(users.id, gone.userId))
      await recordActivity(db, { shop: null, actor }, { action: 'factor.removed', subject: 'f' })
      expect(await judge()).toEqual([['factor_removed', 1]])
      await tell()
      await tell()
      expect(smtp.mails.map(({ to }) => to.toSorted())).toEqual([
        [office.context.actor.email, actor.email].toSorted(),
      ])
      const [mail] = smtp.mails
      expect(mail?.data).toContain('A second factor was removed')
      expect(mail?.data.replaceAll('=\n', '')).toContain(`${testAppUrl}/installation/alerts`)
      expect(mail?.data.replaceAll('=\n', '')).not.toContain(actor.userId)
      const { open } = await listAlerts(scope())
      expect(open).toMatchObject([
        {
          detail: { person_id: actor.userId },
          deliveries: [{ channel: 'mail', occasion: 'raised', attempts: 1 }],
        },
      ])
    })

    it('another mail server, seen without one, and dismissed by an administrator', async () => {
      const { actor } = shop
      await recordActivity(office.engine.db, { shop: null, actor }, { action: 'installation.mail_changed' })
      expect(await judge()).toEqual([['secrets_changed', 1]])
      await tell()
      const [alert] = (await listAlerts(scope())).open
      expect(alert?.deliveries).toEqual([])
      const { open, recent } = await dismissAlert(scope(), alert!.id)
      expect([open, recent.map(({ dismissed_by: by }) => by)]).toEqual([[], [office.context.actor.name]])
      const whereDismissal = and(isNull(activity.shopId), eq(activity.action, 'alert.dismissed'))
      expect(await office.engine.db.$count(activity, whereDismissal)).toBe(1)
      await expect(dismissAlert(shop, alert!.id)).rejects.toMatchObject({ code: 'not_found' })
    })
  })
})
