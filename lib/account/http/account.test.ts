import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Problem } from '@/lib/core/api/problem'
import { hashPassword } from '@/lib/core/server/accounts/passwords'
import { beginSession } from '@/lib/core/server/accounts/sessions'
import { activity } from '@/lib/core/server/tables/requests'
import { sessions, signInFailures, users } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import { browser } from '@/lib/testing/browser'
import { openTestOffice, testAppUrl, type TestOffice } from '@/lib/testing/office'
import * as account from '../../../app/api/account/route'
import * as sessionEnd from '../../../app/api/account/sessions/[id]/end/route'
import * as allEnd from '../../../app/api/account/sessions/end-all/route'
import * as othersEnd from '../../../app/api/account/sessions/end-others/route'
import { readProfile } from '../server/profile'
import { listSessions } from '../server/sessions'
import * as check from '../../../app/api/account/proof/check/route'
import * as password from '../../../app/api/account/password/route'
import * as proof from '../../../app/api/account/proof/route'

const sorted = (ids: string[]) => ids.toSorted((a, b) => a.localeCompare(b))

const first = 'a password of Ada'
const next = 'some other password of hers'

onEachEngine('one’s own account over HTTP', (kind) => {
  let office: TestOffice
  let passwordHash: string
  beforeAll(async () => {
    office = await openTestOffice(kind)
    passwordHash = await hashPassword(first)
  })
  afterAll(() => office.dispose())
  beforeEach(async () => {
    const { db } = office.engine
    for (const table of [activity, signInFailures, sessions]) await db.delete(table)
    await db.update(users).set({ passwordHash, mustChangePassword: true, name: 'owner', locale: null })
    const { userId, email, name } = office.context.actor
    const { session } = await beginSession(db, userId, { address: '192.0.2.1', userAgent: 'One' })
    browser.person = { userId, email, name, session, address: '192.0.2.1' }
  })

  const contextOf = () => ({ engine: office.engine, person: browser.person!, log: office.context.log })
  const profileOf = () => readProfile(contextOf())
  const patch = async (body: unknown) => {
    const request = new Request('http://localhost/', { method: 'PATCH', body: JSON.stringify(body) })
    const answer = await account.PATCH(request, {})
    return { status: answer.status, body: (await answer.json()) as unknown }
  }
  const post = async (route: { POST: typeof proof.POST }, body?: unknown, headers = {}, id?: string) => {
    const request = new Request('http://localhost/', {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const answer = await route.POST(request, {
      params: id === undefined ? undefined : Promise.resolve({ id }),
    })
    return { status: answer.status, body: (await answer.json()) as Partial<Problem> }
  }
  const codeOf = async (asked: ReturnType<typeof post>) => {
    const { status, body } = await asked
    return [status, body.code]
  }
  const actions = async () =>
    (await office.engine.db.select().from(activity).orderBy(activity.id)).map(({ action }) => action)
  /** The IDs with which they began. */
  const sessionIds = async () =>
    sorted((await office.engine.db.select().from(sessions)).map(({ id, previousId }) => previousId ?? id))

  it.each([
    ['proof', proof, { password: first }],
    ['proof/check', check, undefined],
    ['password', password, { current: first, password: next }],
  ] as const)('%s needs a session, and our own origin', async (_name, route, body) => {
    const foreign = { origin: 'https://elsewhere.example' }
    expect(await codeOf(post(route, body, foreign))).toEqual([403, 'foreign_origin'])
    browser.person = null
    expect(await codeOf(post(route, body))).toEqual([401, 'unauthenticated'])
    expect(await actions()).toEqual([])
  })

  it('takes a proof for a while', async () => {
    expect(await codeOf(post(check))).toEqual([403, 'sign_in_again'])
    await office.engine.db.update(sessions).set({ provenAt: new Date(0) })
    expect(await post(proof, { password: first })).toEqual({ status: 200, body: { is_proven: true } })
    const [session] = await office.engine.db.select().from(sessions)
    expect(session?.provenAt).not.toEqual(new Date(0))
    browser.person = { ...browser.person!, provenSecondsAgo: 15 * 60 }
    expect((await post(check)).status).toBe(200)
  })

  it('stops somebody who guesses on another one’s session, and records it once', async () => {
    for (let guess = 0; guess < 5; guess++) {
      const { status, body } = await post(proof, { password: `guess ${guess}` })
      expect([status, body.errors]).toEqual([422, { password: ['This is not your password'] }])
    }
    expect(await codeOf(post(proof, { password: first }))).toEqual([429, 'too_many_attempts'])
    expect(await codeOf(post(password, { current: first, password: next }))).toEqual([
      429,
      'too_many_attempts',
    ])
    expect(await actions()).toEqual([...Array<string>(5).fill('proof.failed'), 'proof.throttled'])
  })

  it('changes the password, and ends the other sessions', async () => {
    const { userId, session } = browser.person!
    const device = { address: '192.0.2.9', userAgent: 'Two' }
    await beginSession(office.engine.db, userId, device)
    const stranger = await office.insertPerson(office.context.shop.id)
    const theirs = await beginSession(office.engine.db, stranger.userId, device)
    expect(await post(password, { current: first, password: next })).toEqual({
      status: 200,
      body: { ended_sessions: 1 },
    })
    expect(await sessionIds()).toEqual(sorted([session!, theirs.session]))
    const [user] = await office.engine.db.select().from(users).where(eq(users.id, userId))
    expect(user?.mustChangePassword).toBe(false)
    expect((await post(proof, { password: next })).status).toBe(200)
    expect((await post(proof, { password: first })).status).toBe(422)
    expect(await actions()).toEqual(['account.password_changed', 'proof.failed'])
    const rows = JSON.stringify(await office.engine.db.select().from(activity))
    expect(rows).not.toContain(next)
  })

  it.each([
    ['the wrong old one', { current: 'wrong', password: next }, 'current', 'This is not your password'],
    ['the same', { current: first, password: first }, 'password', 'This is already your password'],
    ['a short one', { current: first, password: 'eleven char' }, 'password', 'At least 12 characters'],
    ['a common one', { current: first, password: 'Password1234' }, 'password', 'Many people use'],
    ['one with digits added', { current: first, password: 'passwordpassword99!' }, 'password', 'Many people'],
    ['one that repeats', { current: first, password: 'zkwzkwzkwzkw' }, 'password', 'Too easy to guess'],
  ])('refuses %s, and changes nothing', async (_name, body, field, message) => {
    const answer = await post(password, body)
    expect(answer.status).toBe(422)
    expect(answer.body.errors?.[field]?.[0]).toContain(message)
    const [user] = await office.engine.db.select().from(users).where(eq(users.id, browser.person!.userId))
    expect(user).toMatchObject({ passwordHash, mustChangePassword: true })
  })

  it('tells and changes name, language and time zone', async () => {
    const context = contextOf()
    expect(await profileOf()).toMatchObject({ name: 'owner', locale: null, time_zone: null })
    const change = { name: ' Ada L. ', locale: 'en', time_zone: 'Europe/Kyiv' }
    expect(await patch(change)).toMatchObject({ status: 200, body: { ...change, name: 'Ada L.' } })
    expect(await patch({ ...change, name: 'Ada L.' })).toMatchObject({ status: 200 })
    for (const wrong of [
      { ...change, time_zone: 'Mars/Olympus' },
      { ...change, locale: 'xx' },
      { ...change, name: ' ' },
      { ...change, email: 'eve@shop.example' },
      { ...change, must_change_password: false },
    ])
      expect(await patch(wrong)).toMatchObject({ status: 422 })
    expect(await profileOf()).toMatchObject({ name: 'Ada L.', email: context.person.email })
    const rows = await office.engine.db.select().from(activity)
    expect(rows.map(({ action, detail }) => [action, detail.fields])).toEqual([
      ['account.changed', ['name', 'locale', 'time_zone']],
    ])
  })

  it.each([
    ['one', sessionEnd],
    ['the others', othersEnd],
    ['all', allEnd],
  ] as const)('ends %s only after a proof', async (_name, route) => {
    const { userId } = browser.person!
    const other = await beginSession(office.engine.db, userId, { address: '192.0.2.9', userAgent: 'Two' })
    for (const provenSecondsAgo of [undefined, 15 * 60 + 1]) {
      browser.person = { ...browser.person!, provenSecondsAgo }
      expect(await codeOf(post(route, undefined, {}, other.session))).toEqual([403, 'sign_in_again'])
    }
    expect(await office.engine.db.$count(sessions)).toBe(2)
    browser.person = { ...browser.person!, provenSecondsAgo: 15 * 60 }
    expect((await post(route, undefined, {}, other.session)).status).toBe(200)
  })

  it('lists one’s own sessions, and ends one, the others or all', async () => {
    const { db } = office.engine
    const { userId, session } = browser.person!
    browser.person = { ...browser.person!, provenSecondsAgo: 0 }
    const began = (of: string, userAgent: string) => beginSession(db, of, { address: '192.0.2.9', userAgent })
    const phone = await began(userId, 'Mozilla/5.0 (Android 15) Firefox/145.0')
    // Two sessions of the same millisecond would have no order.
    const before = sql`now() - interval '1 minute'`
    await db.update(sessions).set({ seenAt: before }).where(eq(sessions.id, phone.session))
    await began(userId, 'curl/8')
    const stranger = await office.insertPerson(office.context.shop.id)
    const theirs = await began(stranger.userId, 'curl/8')
    const { items } = await listSessions(contextOf())
    expect(items.map((item) => [item.browser, item.system, item.is_current])).toEqual([
      [null, null, true],
      [null, null, false],
      ['Firefox', 'Android', false],
    ])
    expect(await codeOf(post(sessionEnd, undefined, {}, theirs.session))).toEqual([404, 'not_found'])
    expect(await codeOf(post(sessionEnd, undefined, {}, 'x'))).toEqual([404, 'not_found'])
    expect((await post(sessionEnd, undefined, {}, phone.session)).body).toEqual({ ended: 1 })
    expect(await codeOf(post(sessionEnd, undefined, {}, phone.session))).toEqual([404, 'not_found'])
    expect((await post(othersEnd)).body).toEqual({ ended: 1 })
    expect(await sessionIds()).toEqual(sorted([session!, theirs.session]))
    expect((await post(allEnd)).body).toEqual({ ended: 1 })
    expect(await sessionIds()).toEqual([theirs.session])
    expect(await actions()).toEqual(Array<string>(3).fill('account.sessions_ended'))
  })

  it('knows its own host only by the address it was given', async () => {
    expect((await post(proof, { password: first }, { origin: testAppUrl })).status).toBe(200)
  })
})
