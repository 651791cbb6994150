import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Role } from '@/lib/core/permissions'
import { hashPassword, resetPassword } from '@/lib/core/server/accounts/passwords'
import { hashOfToken } from '@/lib/core/server/accounts/secret-token'
import { signIn } from '@/lib/core/server/accounts/sign-in'
import { beginSession } from '@/lib/core/server/accounts/sessions'
import { trustBrowser } from '@/lib/core/server/accounts/second-factor'
import { factors, trustedBrowsers } from '@/lib/core/server/tables/factors'
import { mailServer } from '@/lib/core/server/tables/installation'
import { activity } from '@/lib/core/server/tables/requests'
import { memberships, passwordResets, sessions, signInFailures, users } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import { apiOf, browser } from '@/lib/testing/browser'
import { otherShop } from '@/lib/testing/shops/other-shop'
import { openMailServer, useMailServer } from '@/lib/testing/servers/mail-server'
import { eventually } from '@/lib/testing/eventually'
import { testApplication } from '../../testing/application'

const old = 'an old password of hers'
const fresh = 'seven purple umbrellas'

onEachEngine('a forgotten password of somebody in the sandbox shop', (kind) => {
  const app = testApplication(kind)
  let smtp: Awaited<ReturnType<typeof openMailServer>>
  let nia: { id: string; email: string }
  let count = 0

  beforeAll(async () => {
    smtp = await openMailServer()
    await useMailServer(app.engine, smtp.port)
  })
  afterAll(() => smtp.close())
  beforeEach(async () => {
    browser.person = null
    smtp.mails.length = 0
    await app.engine.db.delete(signInFailures)
    nia = await insertPerson('sandbox')
  })

  const insertPerson = async (shopId: string, role: Role = 'support') => {
    const made = { id: crypto.randomUUID(), email: `nia.${count++}@shop.example`, name: 'Nia' }
    await app.engine.db.insert(users).values({ ...made, passwordHash: await hashPassword(old) })
    await app.engine.db.insert(memberships).values({ shopId, userId: made.id, role })
    return made
  }
  const api = apiOf(app, '/api')
  const post = (path: string, body?: object, headers = {}) => api('POST', path, body, headers)
  const ask = (email: string) => post('/password-reset/ask', { email })
  const linkFor = (id: string) => post(`/shops/sandbox/people/${id}/reset-link`)
  /** The mails with links. Notices of a changed password are mailed too, some time later. */
  const letters = () => smtp.mails.filter(({ data }) => !data.includes('Subject: Your password was changed'))
  const tokenIn = (text: string) => /password-reset#([\w-]{43})/.exec(text)?.[1] ?? ''
  const mailedToken = async () => {
    const mail = await eventually(() => {
      expect(letters()).toHaveLength(1)
      return letters()[0]
    })
    expect(mail?.to).toEqual([nia.email])
    return tokenIn(mail?.data.replaceAll(/=\n/g, '') ?? '')
  }
  const isAccepted = async (password: string) => {
    const browsers = { cookie: undefined, secret: 'x'.repeat(32) }
    const result = await signIn(app.engine.db, {
      email: nia.email,
      password,
      address: '192.0.2.7',
      browsers,
    })
    return result.isSignedIn
  }
  const reasonsOf = async (action: string) =>
    (await app.engine.db.select().from(activity).where(eq(activity.action, action)))
      .filter(({ subject }) => subject === nia.id)
      .map(({ detail }) => (detail as { reason: string }).reason)

  it('is replaced by a mailed link, once, which ends sessions and keeps the second factor', async () => {
    const { db } = app.engine
    await beginSession(db, nia.id, { address: '192.0.2.7', userAgent: '' })
    const app2 = { id: crypto.randomUUID(), userId: nia.id, kind: 'totp', name: 'Phone' } as const
    await db.insert(factors).values(app2)
    expect(await ask(` ${nia.email.toUpperCase()} `)).toEqual({ status: 202, body: { is_asked: true } })
    const token = await mailedToken()
    expect((await post('/password-reset/look-up', { token })).body).toEqual({
      email: nia.email,
      name: 'Nia',
    })
    expect(await post('/password-reset', { token, password: 'short' })).toMatchObject({ status: 422 })
    expect(await post('/password-reset', { token, password: 'passwordpassword' })).toMatchObject({
      status: 422,
      body: { errors: { password: [expect.any(String)] } },
    })
    const both = await Promise.all([
      post('/password-reset', { token, password: fresh }),
      post('/password-reset', { token, password: fresh }),
    ])
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404])
    expect([await isAccepted(fresh), await isAccepted(old)]).toEqual([true, false])
    expect(await db.$count(sessions, eq(sessions.userId, nia.id))).toBe(0)
    expect(await db.$count(factors, eq(factors.userId, nia.id))).toBe(1)
    const before = app.logged().length
    expect((await post('/password-reset/look-up', { token })).status).toBe(404)
    const refused = eq(activity.action, 'password_reset.refused')
    expect((await app.engine.db.select().from(activity).where(refused)).map(({ detail }) => detail)).toEqual([
      { reason: 'no_such_link' },
    ])
    expect(
      app
        .logged()
        .slice(before)
        .match(/password_reset\.refused/g),
    ).toHaveLength(1)
    expect(await reasonsOf('password_reset.asked')).toEqual(['delivered'])
    expect(await reasonsOf('account.password_reset')).toEqual(['mailed_link'])
    for (const secret of [token, fresh])
      for (const text of [app.logged(), await app.dump()]) expect(text).not.toContain(secret)
  })

  it('answers the same for unknown and disabled accounts, and mails nothing', async () => {
    const disabled = await insertPerson('sandbox')
    await app.engine.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, disabled.id))
    for (const email of ['nobody@shop.example', 'no address', disabled.email])
      expect(await ask(email)).toEqual({ status: 202, body: { is_asked: true } })
    await ask(nia.email)
    await mailedToken()
    expect(app.logged()).not.toContain('nobody@shop.example')
  })

  it('refuses values that no database can store', async () => {
    for (const email of ['a\0', 'a\ud800@shop.example']) expect((await ask(email)).status).toBe(422)
  })

  it('limits mails per account and requests per network', async () => {
    for (let time = 0; time < 5; time++) expect((await ask(nia.email)).status).toBe(202)
    await eventually(() => expect(letters()).toHaveLength(3))
    for (let time = 5; time < 20; time++) await ask('nobody@shop.example')
    expect(await ask('nobody@shop.example')).toMatchObject({
      status: 429,
      body: { code: 'too_many_attempts' },
    })
    expect(letters()).toHaveLength(3)
  })

  it('is not replaced by a link that has expired, was replaced, or was guessed', async () => {
    await ask(nia.email)
    const first = await mailedToken()
    smtp.mails.length = 0
    await ask(nia.email)
    const second = await mailedToken()
    const use = (token: string) => post('/password-reset', { token, password: fresh })
    await eventually(async () =>
      expect(await reasonsOf('password_reset.asked')).toEqual(['delivered', 'delivered']),
    )
    expect((await use(first)).status).toBe(404)
    await app.engine.db.update(passwordResets).set({ expiresAt: new Date(Date.now() - 1) })
    expect((await use(second)).status).toBe(404)
    for (let guess = 0; guess < 28; guess++) await use(`guess ${guess}`)
    expect((await use('the last guess')).status).toBe(429)
    expect(await isAccepted(old)).toBe(true)
    expect(
      (await post('/password-reset', { token: second, password: fresh }, { origin: 'https://x.example' }))
        .body.code,
    ).toBe('foreign_origin')
  })

  it('is replaced by a link that an owner hands over', async () => {
    browser.person = app.owner.actor
    const made = await linkFor(nia.id)
    expect(made).toMatchObject({ status: 200, body: { name: 'Nia', email: nia.email } })
    const token = tokenIn(String(made.body.url))
    browser.person = null
    expect(await post('/password-reset', { token, password: fresh })).toMatchObject({ status: 200 })
    expect(await isAccepted(fresh)).toBe(true)
    expect(await reasonsOf('account.password_reset')).toEqual(['link_handed_over'])
    expect(letters()).toEqual([])
    const entries = await app.engine.db
      .select()
      .from(activity)
      .where(eq(activity.action, 'person.reset_link_made'))
    expect(entries).toMatchObject([{ shopId: 'sandbox', actorId: app.owner.actor.userId, subject: nia.id }])
  })

  it('reports that a command made the link, which stays valid when another is mailed', async () => {
    const [token, tokenHash] = ['by-operator', hashOfToken('by-operator')]
    const expiresAt = new Date(Date.now() + 60_000)
    await app.engine.db
      .insert(passwordResets)
      .values({ tokenHash, userId: nia.id, byOperator: true, expiresAt })
    await ask(nia.email)
    await eventually(async () => expect(await reasonsOf('password_reset.asked')).toEqual(['delivered']))
    expect(await post('/password-reset', { token, password: fresh })).toMatchObject({ status: 200 })
    expect(await reasonsOf('account.password_reset')).toEqual(['link_of_operator'])
  })

  it('can be handed over only by owners of all shops of a person, and by administrators', async () => {
    const { db } = app.engine
    const owner = await insertPerson('sandbox', 'owner')
    const asOwner = () =>
      (browser.person = { userId: owner.id, email: owner.email, name: 'Owner', provenSecondsAgo: 0 })
    asOwner()
    expect((await linkFor(nia.id)).status).toBe(200)
    expect((await linkFor(app.owner.actor.userId)).body.code).toBe('belongs_elsewhere')
    await db.insert(memberships).values({ shopId: otherShop, userId: nia.id, role: 'support' })
    expect((await linkFor(nia.id)).body.code).toBe('belongs_elsewhere')
    expect((await linkFor(owner.id)).body.code).toBe('conflict')
    const stranger = await insertPerson(otherShop)
    expect((await linkFor(stranger.id)).status).toBe(404)
    browser.person = app.owner.actor
    expect((await linkFor(nia.id)).status).toBe(200)
    // Links stop working when their creators lose their rights.
    await db.delete(memberships).where(eq(memberships.shopId, otherShop))
    asOwner()
    const token = tokenIn(String((await linkFor(nia.id)).body.url))
    browser.person = app.owner.actor
    await post(`/shops/sandbox/people/${owner.id}/disable`)
    expect((await post('/password-reset', { token, password: fresh })).status).toBe(404)
  })

  it('does not reach shops of others by a handed-over link', async () => {
    const { db } = app.engine
    const owner = await insertPerson('sandbox', 'owner')
    browser.person = { userId: owner.id, email: owner.email, name: 'Owner', provenSecondsAgo: 0 }
    const elsewhere = { shopId: otherShop, userId: nia.id, role: 'support' } as const
    // The other shop's owner may give the access back later.
    await db.insert(memberships).values({ ...elsewhere, disabledAt: new Date() })
    expect((await linkFor(nia.id)).body.code).toBe('belongs_elsewhere')
    await db.delete(memberships).where(eq(memberships.shopId, otherShop))
    const token = tokenIn(String((await linkFor(nia.id)).body.url))
    // Joins another shop while the link is open.
    await db.insert(memberships).values(elsewhere)
    expect((await post('/password-reset/look-up', { token })).status).toBe(404)
    expect((await post('/password-reset', { token, password: fresh })).status).toBe(404)
    expect(await isAccepted(old)).toBe(true)
    await db.delete(memberships).where(eq(memberships.shopId, otherShop))
    await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, owner.id))
    expect((await post('/password-reset', { token, password: fresh })).status).toBe(404)
    await db.update(users).set({ disabledAt: null }).where(eq(users.id, owner.id))
    expect((await post('/password-reset', { token, password: fresh })).status).toBe(200)
  })

  it('keeps existing links until another one has arrived', async () => {
    const works = async (token: string) => (await post('/password-reset/look-up', { token })).status === 200
    browser.person = app.owner.actor
    const handedOver = tokenIn(String((await linkFor(nia.id)).body.url))
    await ask(nia.email)
    const mailed = await mailedToken()
    expect([await works(handedOver), await works(mailed)]).toEqual([true, true])
    smtp.behaviour.knows = ['ann@shop.example']
    await ask(nia.email)
    await eventually(async () =>
      // In either order: a delivery is recorded after the mail has arrived.
      expect((await reasonsOf('password_reset.asked')).toSorted()).toEqual([
        'delivered',
        'recipient_refused',
      ]),
    )
    smtp.behaviour.knows = undefined
    expect([await works(handedOver), await works(mailed)]).toEqual([true, true])
    const next = tokenIn(String((await linkFor(nia.id)).body.url))
    expect([await works(handedOver), await works(mailed), await works(next)]).toEqual([false, true, true])
  })

  it('ends all links of a person, however the password was set', async () => {
    const ways = [
      async () => {
        browser.person = { userId: nia.id, email: nia.email, name: 'Nia', provenSecondsAgo: 0 }
        expect((await post('/account/password', { current: old, password: fresh })).status).toBe(200)
      },
      async () => expect(await resetPassword(app.engine.db, nia.email)).not.toBeNull(),
    ]
    for (const set of ways) {
      nia = await insertPerson('sandbox')
      browser.person = app.owner.actor
      const token = tokenIn(String((await linkFor(nia.id)).body.url))
      await set()
      expect((await post('/password-reset/look-up', { token })).status).toBe(404)
    }
  })

  it('asks for the second factor in every browser again, when the operator sets a password', async () => {
    const { db } = app.engine
    const trustedOf = (id: string) => db.$count(trustedBrowsers, eq(trustedBrowsers.userId, id))
    const other = await insertPerson('sandbox')
    for (const { id } of [nia, other]) await trustBrowser(db, id)
    expect(await resetPassword(db, nia.email)).not.toBeNull()
    expect([await trustedOf(nia.id), await trustedOf(other.id)]).toEqual([0, 1])
  })

  it('is not offered without a mail server', async () => {
    await app.engine.db.delete(mailServer)
    expect((await ask(nia.email)).status).toBe(404)
    await useMailServer(app.engine, smtp.port)
  })
})
