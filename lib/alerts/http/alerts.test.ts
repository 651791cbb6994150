import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { alertList, alertSettings, type AlertSettings } from '@/lib/alerts/schema'
import type { Problem } from '@/lib/core/api/problem'
import { onEachEngine } from '@/lib/db/testing-engines'
import { insertNotification } from '@/lib/alerts/server/testing'
import { browser } from '@/lib/testing/browser'
import { openMailServer, useMailServer } from '@/lib/testing/servers/mail-server'
import { digitsAlone } from '@/lib/testing/digits-alone'
import { eventually } from '@/lib/testing/eventually'
import { listen, settingsVersion } from '@/lib/testing/office'
import { testApplication } from '../../testing/application'

const hookPath = '/services/T000/B000/XyZZy-top-secret-4711'

onEachEngine('alerts over HTTP in the sandbox shop', (kind) => {
  const app = testApplication(kind)
  let smtp: Awaited<ReturnType<typeof openMailServer>>
  let chat: Awaited<ReturnType<typeof listen>>
  const posts: { path: string; text: string }[] = []
  let saved: AlertSettings

  beforeAll(async () => {
    browser.person = app.owner.actor
    smtp = await openMailServer()
    chat = await listen((request, response) => {
      let text = ''
      request.setEncoding('utf8').on('data', (part: string) => (text += part))
      request.on('end', () => {
        posts.push({ path: request.url ?? '', text })
        response.end('ok')
      })
    })
    const settings = await call('GET', '/settings')
    saved = alertSettings.parse(await settings.json())
  })
  beforeEach(() => posts.splice(0))
  afterAll(async () => {
    await smtp.close()
    await chat.close()
  })

  const call = (method: string, place = '', body?: unknown) =>
    fetch(`${app.url}/api/shops/sandbox/alerts${place}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  const put = async (body: object) =>
    call('PUT', '/settings', { ...body, version: await settingsVersion(app.engine.db) })
  const refusal = async (body: object) => {
    const answer = await put(body)
    const { errors } = (await answer.json()) as Problem
    return [answer.status, Object.keys(errors ?? {})]
  }
  const mail = (more: object = {}) => ({ enabled: true, recipients: ['ann@shop.example'], ...more })

  it('are watched by the shop’s default rules, and sent to nobody yet', () => {
    expect(saved).toMatchObject({
      rules: {
        payment_failed: { enabled: true, tries: 3, minutes: 60 },
        no_notifications: { enabled: false, hours: 24 },
      },
      mail: { enabled: false, is_set_up: false },
      chat: { enabled: false, masked_url: null },
    })
  })

  it('accept valid rules, and report what is wrong with others', async () => {
    const rules = {
      ...saved.rules,
      no_notifications: { enabled: true, hours: 2, daytime: { from: 8, to: 20, zone: 'Europe/Vienna' } },
    }
    const answer = await put({ rules })
    expect(await answer.json()).toMatchObject({ rules })
    const daytime = (more: object) => ({
      rules: {
        ...rules,
        no_notifications: {
          enabled: true,
          hours: 2,
          daytime: { ...rules.no_notifications.daytime, ...more },
        },
      },
    })
    expect(await refusal(daytime({ to: 8 }))).toEqual([422, ['rules.no_notifications.daytime.to']])
    expect(await refusal(daytime({ zone: 'Nowhere' }))).toEqual([
      422,
      ['rules.no_notifications.daytime.zone'],
    ])
    const tries = { rules: { ...rules, payment_failed: { enabled: true, tries: 1, minutes: 60 } } }
    expect(await refusal(tries)).toEqual([422, ['rules.payment_failed.tries']])
    expect(((await (await put(tries)).json()) as Problem).errors).toEqual({
      'rules.payment_failed.tries': ['At least 2'],
    })
    await put({ rules: saved.rules })
  })

  it('accept only complete channels', async () => {
    expect(await refusal({ mail: mail({ recipients: [] }) })).toEqual([422, ['mail.recipients']])
    expect(await refusal({ mail: mail({ recipients: ['ann'] }) })).toEqual([422, ['mail.recipients.0']])
    expect(await refusal({ mail: mail({ host: 'mail.shop.example' }) })).toEqual([422, ['mail.host']])
    expect(await refusal({ chat: { enabled: true, kind: 'slack' } })).toEqual([422, ['chat.url']])
    expect(await refusal({ chat: { enabled: true, kind: 'slack', url: 'javascript:alert(1)' } })).toEqual([
      422,
      ['chat.url'],
    ])
  })

  it('never show, record, log or store a secret readably', async () => {
    const url = `${chat.url}${hookPath}`
    const answer = await put({ chat: { enabled: true, kind: 'slack', url } })
    expect(answer.status).toBe(200)
    const bodies = [await answer.text(), await (await call('GET', '/settings')).text()]
    for (const text of [...bodies, app.logged(), await app.dump()]) {
      expect(text).not.toContain('top-secret')
    }
    const shown = alertSettings.parse(JSON.parse(bodies[1] ?? ''))
    expect(shown.chat.masked_url).toBe(`${chat.url}/…4711`)
  })

  it('are raised by what arrives, told to both channels, and closed by hand', async () => {
    const url = `${chat.url}${hookPath}`
    await useMailServer(app.engine, smtp.port)
    await put({ mail: mail(), chat: { enabled: true, kind: 'slack', url } })
    for (const channel of ['mail', 'chat']) {
      const answer = await call('POST', '/test', { channel })
      expect(await answer.json()).toMatchObject({ outcome: 'delivered' })
    }
    expect([posts[0]?.path, smtp.mails.length]).toEqual([hookPath, 1])

    const hook = await fetch(`${app.url}/api/hooks/${app.owner.shop.hookKey}/notification`, {
      method: 'POST',
      body: JSON.stringify({ transaction: { uid: 'forged', status: 'successful' } }),
    })
    expect(hook.status).toBe(200)
    const list = async () => alertList.parse(await (await call('GET')).json())
    const [open] = await eventually(async () => {
      const found = await list()
      expect(found.open.flatMap(({ deliveries }) => deliveries.map(({ last }) => last?.outcome))).toEqual([
        'delivered',
        'delivered',
      ])
      return found.open
    })
    expect(open).toMatchObject({ kind: 'quarantine', closed_at: null })
    expect(smtp.mails).toHaveLength(2)
    expect(smtp.mails[1]?.data).toContain('A notification without evidence arrived')
    const dismissed = await call('POST', `/${open?.id}/dismiss`)
    expect(alertList.parse(await dismissed.json())).toMatchObject({
      open: [],
      recent: [{ id: open?.id, closed_how: 'dismissed' }],
    })
  })

  it('never name the payer of payments that failed too often', async () => {
    const email = 'ann.payer@shop.example'
    const tried = {
      status: 'failed',
      trackingId: 'order-of-ann-4711',
      email,
      productId: 'prd_1',
      cardLast4: '4242',
    }
    for (let count = 0; count < 2; count++) await insertNotification(app.engine, 'sandbox', tried)
    await fetch(`${app.url}/api/hooks/${app.owner.shop.hookKey}/notification`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from('361:wrong').toString('base64')}` },
      body: JSON.stringify({ transaction: { uid: 'forged-too', status: 'failed' } }),
    })
    await insertNotification(app.engine, 'sandbox', { ...tried, amount: 4200, currency: 'EUR' })
    await app.engine.queues.send('alerts.tell-minute', {})
    await eventually(() =>
      expect(posts.some(({ text }) => text.includes('after several attempts'))).toBe(true),
    )
    const text = [...posts.map((post) => post.text), ...smtp.mails.map(({ data }) => data)].join('\n')
    expect(text).toContain('€42.00')
    expect(text).not.toMatch(/ann\.payer|order-of-ann|top-secret/)
    expect(text).not.toMatch(digitsAlone('4242'))
  })
})
