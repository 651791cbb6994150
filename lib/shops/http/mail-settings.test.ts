import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { config } from '@/lib/core/server/config/config'
import { activity } from '@/lib/core/server/tables/requests'
import { onEachEngine } from '@/lib/db/testing-engines'
import { apiOf, browser } from '@/lib/testing/browser'
import { testApplication } from '@/lib/testing/application'
import { openMailServer, useMailServer } from '@/lib/testing/servers/mail-server'
import type { MailSettings } from '../mail-settings'

const password = 'open sesame 4711'
const entered = {
  host: 'mail.shop.example',
  port: 587,
  encryption: 'starttls',
  user: 'office',
  sender_name: 'Paper shop',
  sender_address: 'office@shop.example',
}

onEachEngine('the mail server of the installation as a setting', (kind) => {
  const app = testApplication(kind)
  let smtp: Awaited<ReturnType<typeof openMailServer>>
  beforeAll(async () => {
    browser.person = app.owner.actor
    smtp = await openMailServer()
  })
  afterAll(() => smtp.close())

  const call = apiOf<MailSettings>(app, '/api/installation/mail')
  const put = async (change: object) => {
    const { version } = (await call('GET')).body
    return call('PUT', '', { ...entered, version, ...change })
  }
  const refusal = async (change: object) => {
    const { status, body } = await put(change)
    return [status, Object.keys(body.errors ?? {})]
  }

  it('is for administrators, and changes need a recent sign-in', async () => {
    const stranger = await strangerOf()
    for (const [who, status] of [
      [null, 401],
      [stranger, 403],
    ] as const) {
      browser.person = who
      expect((await call('GET')).status).toBe(status)
      expect((await call('PUT', '', { ...entered, version: 1 })).status).toBe(status)
      expect((await call('POST', '/test')).status).toBe(status)
    }
    browser.person = { ...app.owner.actor, provenSecondsAgo: 99_999 }
    expect((await call('PUT', '', { ...entered, version: 1 })).body).toMatchObject({
      code: 'sign_in_again',
    })
    browser.person = app.owner.actor
  })
  const strangerOf = async () => {
    const { users } = await import('@/lib/core/server/tables/users')
    const id = crypto.randomUUID()
    const email = `${id}@shop.example`
    await app.engine.db.insert(users).values({ id, email, name: 'Maria', passwordHash: '-' })
    return { userId: id, email, name: 'Maria', provenSecondsAgo: 0 }
  }

  it('is saved whole or not at all', async () => {
    expect(await refusal({ host: 'mail server', password })).toEqual([422, ['host']])
    expect(await refusal({ sender_address: '', password })).toEqual([422, ['sender_address']])
    expect(await refusal({ sender_address: 'office', password })).toEqual([422, ['sender_address']])
    expect(await refusal({ sender_name: 'a\r\nBcc: b@c.example', password })).toEqual([422, ['sender_name']])
    expect(await refusal({ port: 0, password })).toEqual([422, ['port']])
    expect(await refusal({ encryption: 'none', password })).toEqual([422, ['user']])
    expect(await refusal({ user: '', password })).toEqual([422, ['user']])
    expect(await refusal({})).toEqual([422, ['password']])
    expect((await call('GET')).body).toMatchObject({ host: '', version: 1 })
  })

  it('keeps its password to itself, and to its server', async () => {
    const saved = await put({ password })
    expect(saved).toMatchObject({
      status: 200,
      body: {
        ...entered,
        password: { set_by: app.owner.actor.name, set_at: expect.any(String) },
        version: 2,
      },
    })
    const shown = JSON.stringify([saved, await call('GET')])
    for (const text of [shown, app.logged(), await app.dump()]) expect(text).not.toContain(password)
    expect((await put({ sender_name: 'Another name' })).body.password).not.toBeNull()
    for (const other of [{ host: 'mail.evil.example' }, { port: 25 }, { encryption: 'tls' }, { user: 'bo' }])
      expect(await refusal(other)).toEqual([422, ['password']])
    expect((await put({ user: '' })).body.password).toBeNull()
    expect(await refusal({})).toEqual([422, ['password']])
    const stale = await call('PUT', '', { ...entered, password, version: 1 })
    expect([stale.status, stale.body.current]).toMatchObject([409, { sender_name: 'Paper shop', user: '' }])
  })

  it('is tested by a mail to the administrator, with its outcome', async () => {
    const local = { host: '127.0.0.1', port: smtp.port, encryption: 'none', user: '' }
    await put(local)
    expect((await call('POST', '/test')).body).toMatchObject({ outcome: 'address_refused' })
    await useMailServer(app.engine, smtp.port)
    const { body } = await call('POST', '/test')
    expect(body).toEqual({ to: app.owner.actor.email, outcome: 'delivered', status: 250 })
    expect(smtp.mails).toMatchObject([{ to: [app.owner.actor.email], from: '<office@shop.example>' }])
    smtp.behaviour.refuses = 'secret words of a closed network'
    const refused = await call('POST', '/test')
    expect(refused.body).toEqual({ to: app.owner.actor.email, outcome: 'sender_refused', status: 550 })
    smtp.behaviour.refuses = undefined
  })

  it('is overridden by the environment', async () => {
    const before = config.get()
    const given = {
      host: '127.0.0.1',
      port: smtp.port,
      encryption: 'none',
      user: '',
      password: '',
    } as const
    config.set({ ...before, mail: { server: given, senderName: null, senderAddress: 'env@shop.example' } })
    const { body } = await call('GET')
    expect(body).toMatchObject({
      host: '127.0.0.1',
      sender_address: 'env@shop.example',
      password: null,
      given: { server: true, sender_name: false, sender_address: true },
    })
    const { given: _given, password: _password, version, ...shown } = body
    expect((await call('PUT', '', { ...shown, version, sender_name: 'Mine' })).body.sender_name).toBe('Mine')
    for (const change of [
      { host: 'x.example' },
      { port: 1 },
      { sender_address: 'a@b.example' },
      { user: 'a', password },
    ])
      expect((await refusal({ ...shown, ...change }))[0]).toBe(422)
    const sent = smtp.mails.length
    expect((await call('POST', '/test')).body).toMatchObject({ outcome: 'delivered' })
    expect(smtp.mails[sent]?.data).toContain('From: Mine <env@shop.example>')
    config.set(before)
    expect((await call('GET')).body).toMatchObject({
      sender_address: 'office@shop.example',
      sender_name: 'Mine',
    })
  })

  it('is recorded without people and secrets', async () => {
    const rows = await app.engine.db
      .select({ detail: activity.detail })
      .from(activity)
      .where(eq(activity.action, 'installation.mail_changed'))
      .orderBy(activity.id)
    expect(rows[0]?.detail).toEqual({
      changed: ['host', 'user', 'sender_name', 'sender_address', 'password'],
      host: 'mail.shop.example',
      port: 587,
      encryption: 'starttls',
    })
    expect(JSON.stringify(rows)).not.toMatch(/office@|sesame/)
  })
})
