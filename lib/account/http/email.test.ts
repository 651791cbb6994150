import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Problem } from '@/lib/core/api/problem'
import { log } from '@/lib/core/server/log/log'
import { resetPassword } from '@/lib/core/server/accounts/passwords'
import { beginSession } from '@/lib/core/server/accounts/sessions'
import { trustedBrowsers } from '@/lib/core/server/tables/factors'
import { notify } from '@/lib/core/server/accounts/notices'
import { mailServer } from '@/lib/core/server/tables/installation'
import { activity } from '@/lib/core/server/tables/requests'
import { emailChanges, passwordResets, sessions, signInFailures, users } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import { browser } from '@/lib/testing/browser'
import { openMailServer, useMailServer } from '@/lib/testing/servers/mail-server'
import { eventually } from '@/lib/testing/eventually'
import { testApplication } from '../../testing/application'
import { changeEmail } from '../server/email'

const old = 'ada@shop.example'
const fresh = 'ada.new@shop.example'
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'

onEachEngine('one’s own e-mail of somebody in the sandbox shop', (kind) => {
  const app = testApplication(kind)
  const ada = { userId: crypto.randomUUID(), email: old, name: 'Ada', provenSecondsAgo: 0 }
  const ben = { id: crypto.randomUUID(), email: 'ben@shop.example', name: 'Ben', passwordHash: 'none' }
  let smtp: Awaited<ReturnType<typeof openMailServer>>

  beforeAll(async () => {
    smtp = await openMailServer()
    await app.engine.db
      .insert(users)
      .values([{ id: ada.userId, email: old, name: 'Ada', passwordHash: 'none' }, ben])
  })
  afterAll(() => smtp.close())
  beforeEach(async () => {
    await useMailServer(app.engine, smtp.port)
    smtp.mails.length = 0
    const { db } = app.engine
    for (const table of [signInFailures, emailChanges, activity]) await db.delete(table)
    await db.update(users).set({ email: old }).where(eq(users.id, ada.userId))
    browser.person = ada
  })

  const post = async (path: string, body: unknown, headers = {}) => {
    const answer = await fetch(`${app.url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': chrome, ...headers },
      body: JSON.stringify(body),
    })
    return {
      status: answer.status,
      body: (await answer.json()) as Partial<Problem> & Record<string, unknown>,
    }
  }
  const codeOf = async (asked: ReturnType<typeof post>) => {
    const { status, body } = await asked
    return [status, body.code]
  }
  const emailOf = async () =>
    (await app.engine.db.select().from(users).where(eq(users.id, ada.userId)))[0]?.email
  const plain = (data = '') => data.replaceAll(/=\n/g, '').replaceAll('=3D', '=')
  const askFor = async (email: string) => {
    expect(await post('account/email', { email })).toMatchObject({
      status: 200,
      body: { state: 'mailed', email },
    })
    const mail = smtp.mails.find(({ to }) => to[0] === email)
    return /confirm-email#([\w-]{43})/.exec(plain(mail?.data))?.[1] ?? ''
  }
  const confirm = async (token: string) => expect((await post('email-change', { token })).status).toBe(200)
  const actions = async () =>
    (await app.engine.db.select().from(activity).orderBy(activity.id)).map(({ action, detail }) => [
      action,
      detail.reason,
    ])

  it('changes by a link to the new address, once, and the old one is told', async () => {
    const token = await askFor(` ${fresh.toUpperCase()} `.trim().toLowerCase())
    expect(await emailOf()).toBe(old)
    browser.person = null
    expect(await post('email-change/look-up', { token })).toEqual({ status: 200, body: { email: fresh } })
    expect(await emailOf()).toBe(old)
    await app.engine.db.insert(passwordResets).values({
      tokenHash: Buffer.alloc(32, 1),
      userId: ada.userId,
      expiresAt: new Date(Date.now() + 600_000),
    })
    expect(await post('email-change', { token })).toEqual({ status: 200, body: { email: fresh } })
    expect(await emailOf()).toBe(fresh)
    expect(await app.engine.db.$count(passwordResets, eq(passwordResets.userId, ada.userId))).toBe(0)
    expect(await codeOf(post('email-change', { token }))).toEqual([404, 'not_found'])
    expect(await actions()).toEqual([
      ['account.email_change_asked', 'delivered'],
      ['account.email_changed', 'by_link'],
      ['account.email_change_refused', 'no_such_link'],
    ])
    await eventually(() => {
      const notice = smtp.mails.find(({ to }) => to[0] === old)
      expect(plain(notice?.data)).toContain('Your e-mail was changed')
      expect(plain(notice?.data)).toContain('Chrome on Linux')
    })
    for (const where of [await app.dump(), app.logged()]) expect(where).not.toContain(token)
  })

  it.each(['the link is opened signed in', 'it is opened signed out', 'there is no mail server'])(
    'ends the other sessions where %s',
    async (where) => {
      const { db } = app.engine
      await db.delete(sessions)
      const [here, elsewhere, bens] = await Promise.all(
        [ada.userId, ada.userId, ben.id].map((id) => beginSession(db, id, { address: '::1', userAgent: '' })),
      )
      await db.insert(trustedBrowsers).values({
        userId: ada.userId,
        tokenHash: Buffer.alloc(32, 7),
        expiresAt: new Date(Date.now() + 600_000),
      })
      browser.person = { ...ada, session: here!.session }
      if (where === 'there is no mail server') {
        await db.delete(mailServer)
        await post('account/email', { email: fresh })
      } else {
        const token = await askFor(fresh)
        if (where === 'it is opened signed out')
          browser.person = { ...ada, userId: ben.id, session: bens!.session }
        await confirm(token)
      }
      const left = (await db.select({ id: sessions.id }).from(sessions)).map(({ id }) => id)
      const kept = where === 'it is opened signed out' ? [bens] : [here, bens]
      expect(left.toSorted()).toEqual(kept.map((one) => one!.session).toSorted())
      expect(left).not.toContain(elsewhere!.session)
      expect(await db.$count(trustedBrowsers, eq(trustedBrowsers.userId, ada.userId))).toBe(0)
    },
  )

  it('is replaced by the last link only, and not after its time', async () => {
    const first = await askFor(fresh)
    const second = await askFor('ada.second@shop.example')
    expect(await codeOf(post('email-change', { token: first }))).toEqual([404, 'not_found'])
    await app.engine.db.update(emailChanges).set({ expiresAt: new Date(Date.now() - 1) })
    expect(await codeOf(post('email-change', { token: second }))).toEqual([404, 'not_found'])
    expect(await emailOf()).toBe(old)
  })

  it('is not confirmed after a new password, which may lock out who asked for it', async () => {
    const { db } = app.engine
    const token = await askFor(fresh)
    const bens = { userId: ben.id, tokenHash: Buffer.alloc(32, 9), email: 'ben.new@shop.example' }
    await db.insert(emailChanges).values({ ...bens, expiresAt: new Date(Date.now() + 600_000) })
    await resetPassword(db, old)
    browser.person = null
    expect(await codeOf(post('email-change', { token }))).toEqual([404, 'not_found'])
    expect(await emailOf()).toBe(old)
    expect((await db.select().from(emailChanges)).map(({ userId }) => userId)).toEqual([ben.id])
  })

  it('does not say whose address it is, but to its owner', async () => {
    const token = await askFor(ben.email)
    expect((await post('email-change', { token })).body.errors).toEqual({
      email: ['This e-mail already belongs to an account'],
    })
    expect(await emailOf()).toBe(old)
  })

  it('needs a recent sign-in, our own origin, and an address', async () => {
    const body = { email: fresh }
    expect(await codeOf(post('account/email', body, { origin: 'https://elsewhere.example' }))).toEqual([
      403,
      'foreign_origin',
    ])
    browser.person = { ...ada, provenSecondsAgo: 3600 }
    expect(await codeOf(post('account/email', body))).toEqual([403, 'sign_in_again'])
    browser.person = null
    expect(await codeOf(post('account/email', body))).toEqual([401, 'unauthenticated'])
    browser.person = ada
    for (const email of ['', 'ada', old, 'a b@shop.example', 'ada@shop.example\0'])
      expect([email, ...(await codeOf(post('account/email', { email })))]).toEqual([email, 422, 'invalid'])
    expect(smtp.mails).toEqual([])
  })

  it('stops who has many links mailed, and who guesses links', async () => {
    for (let n = 0; n < 5; n++) await askFor(`ada.${n}@shop.example`)
    for (let time = 0; time < 2; time++)
      expect(await codeOf(post('account/email', { email: fresh }))).toEqual([429, 'too_many_attempts'])
    for (let n = 0; n < 30; n++) await post('email-change', { token: `guess-${n}` })
    expect(await codeOf(post('email-change', { token: 'guess' }))).toEqual([429, 'too_many_attempts'])
    expect((await actions()).filter(([action]) => action === 'account.email_change_refused')).toEqual([
      ['account.email_change_refused', 'limit'],
      ['account.email_change_refused', 'no_such_link'],
      ['account.email_change_refused', 'limit_of_address'],
    ])
  })

  it('lets one of two people take the same address at the same moment', async () => {
    await app.engine.db.delete(mailServer)
    const both = [ada, { ...ada, userId: ben.id, email: ben.email, name: 'Ben' }]
    const answers = await Promise.allSettled(
      both.map((one) => changeEmail({ engine: app.engine, person: one, log: log() }, { email: fresh })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'invalid' },
    })
    await app.engine.db.update(users).set({ email: ben.email }).where(eq(users.id, ben.id))
  })

  it('changes at once where there is no mail server, unless it is taken', async () => {
    await app.engine.db.delete(mailServer)
    expect((await post('account/email', { email: ben.email })).body.errors).toEqual({
      email: ['This e-mail already belongs to an account'],
    })
    expect(await post('account/email', { email: fresh })).toMatchObject({
      status: 200,
      body: { state: 'changed' },
    })
    expect(await emailOf()).toBe(fresh)
    expect(await actions()).toEqual([['account.email_changed', 'without_mail_server']])
    // Without a mail server there are no notices either.
    await notify(app.engine, { kind: 'sign_in', userId: ada.userId })
    expect(smtp.mails).toEqual([])
  })
})
