import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { openMailServer, useMailServer } from '../../testing/servers/mail-server'
import type { ActorContext } from '../../core/server/context'
import { forgetAllowedNetworks } from '../../core/server/sending/outgoing'
import { installation, mailServer } from '../../core/server/tables/installation'
import { shops } from '../../core/server/tables/shops'
import { loadShop } from '../../core/server/shop/load'
import { listen, testAppUrl, testOffice, settingsVersion } from '../../testing/office'
import { deliverMessages, testChannel } from './deliver'
import { dismissAlert, listAlerts, closeAlert, raiseAlert } from './list'
import type { AlertSettingsChange } from '../schema'
import { changeAlertSettings } from './settings'
import { writeMessages } from './tell'

const recipients = ['ann@shop.example', 'bo@shop.example']

onEachEngine('telling through a shop’s channels', (kind) => {
  const office = testOffice(kind)
  let shop: ActorContext
  let smtp: Awaited<ReturnType<typeof openMailServer>>
  let chat: Awaited<ReturnType<typeof listen>>
  let chatStatus = 200
  let beforeChatAnswers = async () => {}
  let posts: string[] = []
  let made = 0

  beforeAll(async () => {
    smtp = await openMailServer()
    await useMailServer(office.engine, smtp.port)
    chat = await listen((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => void posts.push(text))
      request.on(
        'end',
        () => void beforeChatAnswers().then(() => response.writeHead(chatStatus).end('heard')),
      )
    })
  })
  afterAll(async () => {
    await smtp.close()
    await chat.close()
  })
  beforeEach(async () => {
    chatStatus = 200
    beforeChatAnswers = async () => {}
    posts = []
    smtp.mails.length = 0
    const id = `shop-${1000 + made++}`
    await office.insertShop(id)
    await office.engine.db
      .update(shops)
      .set({ mode: 'sandbox', name: 'Paper <Shop>' })
      .where(sql`id = ${id}`)
    const loaded = await loadShop(office.engine.db, id)
    if (!loaded) throw new Error('no shop')
    shop = { ...office.context, shop: loaded, actor: await office.insertPerson(id) }
    await change({
      mail: { enabled: true, recipients },
      chat: { enabled: true, kind: 'slack', url: `${chat.url}/hook` },
    })
  })

  const change = async (settings: Omit<AlertSettingsChange, 'version'>) =>
    changeAlertSettings(shop, {
      ...settings,
      version: await settingsVersion(office.engine.db, shop.shop.id),
    })

  const raised = { kind: 'forwarding_disabled', subject: 'one', detail: { endpoint: 'Ledger' } } as const
  const raise = () => raiseAlert(office.engine.db, shop.shop.id, raised)
  const tell = async () => {
    await writeMessages(office.engine)
    await deliverMessages(office.engine)
  }
  const deliveries = async () => {
    const { open, recent } = await listAlerts(shop)
    return [...open, ...recent].flatMap((one) => one.deliveries)
  }
  const pass = (hours: number) =>
    office.engine.db.execute(sql`
        WITH a AS (UPDATE alerts SET told_at = told_at - make_interval(hours => ${hours}) WHERE shop_id = ${shop.shop.id})
        UPDATE alert_messages SET next_attempt_at = next_attempt_at - make_interval(hours => ${hours}),
          created_at = created_at - make_interval(hours => ${hours}) WHERE shop_id = ${shop.shop.id}`)

  it('says what happened, where, when, and what to do, once', async () => {
    await raise()
    await tell()
    await tell()
    expect(smtp.mails).toHaveLength(1)
    const text = smtp.mails[0]?.data.replaceAll(/=\n/g, '') ?? ''
    expect(text).toContain('Forwarding to Ledger was switched off')
    expect(text).toMatch(/Shop: Paper <Shop>\nWhen: \d{4}-\d\d-\d\d \d\d:\d\d UTC\nWhat to do: /)
    expect(text).toContain(`${testAppUrl}/shops/${shop.shop.id}/settings/forwarding`)
    expect(posts).toHaveLength(1)
    expect(posts[0]).toContain('Paper &lt;Shop&gt;')
    expect(
      (await deliveries()).map(({ channel, occasion, attempts }) => [channel, occasion, attempts]),
    ).toEqual([
      ['mail', 'raised', 1],
      ['chat', 'raised', 1],
    ])
  })

  it('is retried if a channel fails, and given up after a day', async () => {
    chatStatus = 500
    await raise()
    await tell()
    const ofChat = async () => (await deliveries()).find(({ channel }) => channel === 'chat')
    expect(await ofChat()).toMatchObject({
      attempts: 1,
      delivered_at: null,
      last: { outcome: 'rejected', status: 500, answer: 'heard' },
    })
    await tell()
    expect(posts).toHaveLength(1)
    await pass(1)
    chatStatus = 200
    await tell()
    expect(await ofChat()).toMatchObject({
      attempts: 2,
      next_attempt_at: null,
      last: { outcome: 'delivered' },
    })
    expect(smtp.mails).toHaveLength(1)

    chatStatus = 500
    await closeAlert(office.engine.db, shop.shop.id, raised)
    await tell()
    const ofEnd = async () =>
      (await deliveries()).find(({ channel, occasion }) => channel === 'chat' && occasion === 'over')
    // The application was stopped for a day after the first attempt.
    await pass(25)
    await tell()
    expect(await ofEnd()).toMatchObject({ attempts: 2, next_attempt_at: expect.any(String) })
    await office.engine.db.execute(
      sql`UPDATE alert_messages SET attempts = 17 WHERE shop_id = ${shop.shop.id} AND attempts = 2`,
    )
    await pass(3)
    await tell()
    expect(await ofEnd()).toMatchObject({ attempts: 18, delivered_at: null, next_attempt_at: null })
  })

  it('reminds of open alerts once a day, and reports the end', async () => {
    await raise()
    await tell()
    await pass(23)
    await tell()
    expect(posts).toHaveLength(1)
    await pass(2)
    await tell()
    await tell()
    expect(posts).toHaveLength(2)
    expect(posts[1]).toContain('Still open: Forwarding to Ledger was switched off')
    await closeAlert(office.engine.db, shop.shop.id, raised)
    await tell()
    await tell()
    expect(posts).toHaveLength(3)
    expect(posts[2]).toContain('Forwarding to Ledger is on again')
    await pass(48)
    await tell()
    expect(posts).toHaveLength(3)
  })

  it('tells nobody of an archived shop until it is taken back', async () => {
    const archive = (archivedAt: Date | null) =>
      office.engine.db
        .update(shops)
        .set({ archivedAt })
        .where(sql`id = ${shop.shop.id}`)
    chatStatus = 500
    await raise()
    await tell()
    expect([posts.length, smtp.mails.length]).toEqual([1, 1])
    await archive(new Date())
    await raiseAlert(office.engine.db, shop.shop.id, { ...raised, subject: 'two' })
    await pass(25)
    await tell()
    expect([posts.length, smtp.mails.length]).toEqual([1, 1])
    await archive(null)
    await tell()
    expect(posts.length).toBeGreaterThan(1)
    expect(smtp.mails.length).toBeGreaterThan(1)
  })

  it('sends nothing about dismissed alerts', async () => {
    chatStatus = 500
    await raise()
    await tell()
    const [open] = (await listAlerts(shop)).open
    await dismissAlert(shop, open?.id ?? '')
    await tell()
    await pass(1)
    await tell()
    expect(posts).toHaveLength(1)
    expect(smtp.mails).toHaveLength(1)
  })

  it('is not retried where the alert ended during the attempt', async () => {
    chatStatus = 500
    beforeChatAnswers = async () => {
      await closeAlert(office.engine.db, shop.shop.id, raised)
      await writeMessages(office.engine)
    }
    await raise()
    await tell()
    chatStatus = 200
    await pass(1)
    await tell()
    expect(posts).toHaveLength(1)
  })

  it('reports the end to a channel that took the alert after it had ended, once', async () => {
    beforeChatAnswers = async () => {
      beforeChatAnswers = async () => {}
      await closeAlert(office.engine.db, shop.shop.id, raised)
      await writeMessages(office.engine)
    }
    await change({ mail: { enabled: false, recipients } })
    await raise()
    await tell()
    await tell()
    await pass(25)
    await tell()
    expect(posts).toHaveLength(2)
    expect(posts[1]).toContain('Forwarding to Ledger is on again')
  })

  it('is tried by hand, and reports the answer', async () => {
    expect(await testChannel(shop, { channel: 'chat' })).toEqual({
      outcome: 'delivered',
      status: 200,
      answer_bytes: expect.any(Number),
      milliseconds: expect.any(Number),
    })
    expect(await testChannel(shop, { channel: 'mail' })).toMatchObject({ outcome: 'delivered' })
    expect(posts[0]).toContain('This is a test')
    await change({ chat: { enabled: false, kind: 'slack', url: null } })
    expect((await testChannel(shop, { channel: 'chat' })).outcome).toBe('not_set_up')
  })

  it('is not tried without end: an owner may name any address', async () => {
    for (let tried = 0; tried < 20; tried++) await testChannel(shop, { channel: 'mail' })
    await expect(testChannel(shop, { channel: 'mail' })).rejects.toMatchObject({ code: 'too_many_attempts' })
    expect(smtp.mails).toHaveLength(20)
  })

  it('reaches closed networks only where the installation, or the sandbox, allows them', async () => {
    const live = { ...shop, shop: { ...shop.shop, mode: 'live' as const } }
    await office.engine.db.update(installation).set({ allowedNetworks: [] })
    forgetAllowedNetworks()
    expect((await testChannel(live, { channel: 'mail' })).outcome).toBe('address_refused')
    expect((await testChannel(live, { channel: 'chat' })).outcome).toBe('address_refused')
    expect((await testChannel(shop, { channel: 'mail' })).outcome).toBe('address_refused')
    expect((await testChannel(shop, { channel: 'chat' })).outcome).toBe('delivered')
    await useMailServer(office.engine, smtp.port)
    expect((await testChannel(live, { channel: 'mail' })).outcome).toBe('delivered')
  })

  it('waits for a mail server for a day, and not for a channel that was switched off', async () => {
    await office.engine.db.delete(mailServer)
    await raise()
    await tell()
    const ofMail = async () => (await deliveries()).filter(({ channel }) => channel === 'mail')
    expect(await ofMail()).toMatchObject([
      { next_attempt_at: expect.any(String), last: { outcome: 'not_set_up' } },
    ])
    await useMailServer(office.engine, smtp.port)
    await pass(1)
    await tell()
    expect(smtp.mails).toHaveLength(1)
    expect(await ofMail()).toMatchObject([{ next_attempt_at: null, last: { outcome: 'delivered' } }])

    smtp.behaviour.refuses = 'not now'
    await closeAlert(office.engine.db, shop.shop.id, raised)
    await tell()
    smtp.behaviour.refuses = undefined
    await change({ mail: { enabled: false, recipients } })
    await pass(1)
    await tell()
    expect((await ofMail()).find(({ occasion }) => occasion === 'over')).toMatchObject({
      next_attempt_at: null,
      last: { outcome: 'not_set_up' },
    })
    expect(smtp.mails).toHaveLength(1)
  })

  it('is not mailed without a mail server', async () => {
    await office.engine.db.delete(mailServer)
    expect((await testChannel(shop, { channel: 'mail' })).outcome).toBe('not_set_up')
    await useMailServer(office.engine, smtp.port)
  })
})
