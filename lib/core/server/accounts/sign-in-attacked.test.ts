import { hash } from '@node-rs/argon2'
import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Engine } from '../../../db/engine'
import { onEachEngine } from '../../../db/testing-engines'
import { openTestEngine } from '../../../db/testing'
import { openLog } from '../log/log'
import { serverMigrations } from '../../../start/migrations'
import { activity } from '../tables/requests'
import { signInFailures, users } from '../tables/users'
import { knownBrowserSeconds } from './sign-in-limits'
import { hashPassword } from './passwords'
import { signIn } from './sign-in'

const ada = { id: uuidv7(), email: 'ada@shop.example', name: 'Ada' }
const eve = { id: uuidv7(), email: 'eve@shop.example', name: 'Eve' }
const password = 'correct horse'
const secret = 'a secret for tests'

onEachEngine('sign-in under attack from many addresses', (kind) => {
  let engine: Engine
  let dispose: () => Promise<void>
  let hashes: [string, string]
  let quickHash: string
  let lines: string[]
  beforeAll(async () => {
    ;({ engine, dispose } = await openTestEngine(kind, [serverMigrations]))
    quickHash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
    hashes = [await hashPassword(password), await hashPassword('another password')]
  })
  afterAll(() => dispose())
  beforeEach(async () => {
    for (const table of [signInFailures, activity, users]) await engine.db.delete(table)
    await engine.db.insert(users).values([ada, eve].map((one) => ({ ...one, passwordHash: hashes[0] })))
    lines = []
    openLog('info', { write: (line) => void lines.push(line) })
  })

  type Change = { email?: string; password?: string; address?: string; cookie?: string; secret?: string }
  const enter = (change: Change = {}) =>
    signIn(engine.db, {
      email: change.email ?? ada.email,
      password: change.password ?? password,
      address: change.address ?? '198.51.100.1',
      browsers: { cookie: change.cookie, secret: change.secret ?? secret },
    })
  const attempt = async (change: Change = {}) => {
    const result = await enter(change)
    return result.isSignedIn ? 'ok' : result.reason
  }
  /** Returns the browser's cookie after a sign-in. */
  const cookieOf = async (change: Change = {}) => {
    const result = await enter(change)
    if (!result.isSignedIn) throw new Error('not signed in')
    return result.knownBrowsers
  }
  const guess = async (cookie?: string) => {
    const outcomes: string[] = []
    for (let n = 1; n <= 21; n++)
      for (let time = 0; time < 5; time++)
        outcomes.push(await attempt({ password: 'wrong', address: `192.0.2.${n}`, cookie }))
    return outcomes
  }
  /** Guesses while the password has a hash that takes no time to check. Known browsers depend on the real one. */
  const attack = async () => {
    const before = await engine.db.select({ id: users.id, passwordHash: users.passwordHash }).from(users)
    await engine.db.update(users).set({ passwordHash: quickHash })
    const outcomes = await guess()
    for (const { id, passwordHash } of before)
      await engine.db.update(users).set({ passwordHash }).where(eq(users.id, id))
    return outcomes
  }
  const count = (outcomes: string[], outcome: string) => outcomes.filter((one) => one === outcome).length

  it('stays limited for strangers, and admits the person from a known browser', async () => {
    const cookie = await cookieOf()
    expect(count(await attack(), 'wrong')).toBe(100)
    expect(await attempt()).toBe('throttled')
    expect(await attempt({ cookie })).toBe('ok')
    // Also from the attacker's address.
    expect(await attempt({ cookie, address: '192.0.2.1' })).toBe('ok')
  })

  it('gives a known browser a small allowance of its own', async () => {
    const cookie = await cookieOf()
    expect(count(await guess(cookie), 'wrong')).toBe(5)
    expect(await attempt({ cookie })).toBe('throttled')
    // These failures do not count against other accounts.
    expect(await attempt()).toBe('ok')
  })

  it('lets no parallel guesses of a known browser past its allowance', async () => {
    const cookie = await cookieOf()
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => attempt({ password: 'wrong', cookie })),
    )
    expect(count(outcomes, 'wrong')).toBe(5)
  })

  it.each<[string, (cookie: string) => Promise<Change> | Change]>([
    ['that another account signed in from', async () => ({ cookie: await cookieOf({ email: eve.email }) })],
    ['whose signature is of another server', async () => ({ cookie: await cookieOf({ secret: 'other' }) })],
    ['with an ID made up', (cookie) => ({ cookie: `${'A'.repeat(22)}${cookie.slice(22)}` })],
    ['with another time', (cookie) => ({ cookie: cookie.replace(/\.[\da-z]+\./, '.zzzzzz.') })],
    ['with half a cookie', (cookie) => ({ cookie: cookie.slice(0, 40) })],
    ['with a cookie of nonsense', () => ({ cookie: '~~.~..~'.repeat(1000) })],
  ])('does not know a browser %s', async (_name, change) => {
    const changed = await change(await cookieOf())
    await attack()
    expect(await attempt(changed)).toBe('throttled')
  })

  it.each<[string, () => Promise<unknown>]>([
    ['another password', () => engine.db.update(users).set({ passwordHash: hashes[1] })],
    ['ending all sessions', () => engine.db.update(users).set({ sessionVersion: 2 })],
  ])('forgets its browsers by %s', async (_name, change) => {
    const cookie = await cookieOf()
    await attack()
    await change()
    expect(await attempt({ cookie })).toBe('throttled')
    expect(await attempt({ cookie, password: 'another password' })).toBe('throttled')
  })

  it('forgets a browser that was not used for long', async () => {
    const [id, , signature] = (await cookieOf()).split('.')
    const before = Math.floor(Date.now() / 1000 - knownBrowserSeconds - 60).toString(36)
    await attack()
    expect(await attempt({ cookie: `${id}.${before}.${signature}` })).toBe('throttled')
  })

  it('recognises each person who shares a browser', async () => {
    let cookie = await cookieOf()
    cookie = await cookieOf({ email: eve.email, cookie })
    cookie = await cookieOf({ cookie })
    expect(cookie.split('~')).toHaveLength(2)
    await attack()
    expect([await attempt({ cookie }), await attempt({ cookie, email: eve.email })]).toEqual(['ok', 'ok'])
  })

  const logged = () =>
    lines.map((line) => {
      const { event, account, user, address, reason } = JSON.parse(line) as Record<string, unknown>
      return { event, account, user, address, reason }
    })
  const recorded = async () =>
    (await engine.db.select().from(activity).orderBy(activity.id)).map(
      ({ shopId, actorId, subject, action, address, detail }) => ({
        shopId,
        actorId,
        subject,
        action,
        address,
        ...detail,
      }),
    )

  it('logs and records successes and failures, never typed passwords', async () => {
    const address = '192.0.2.7'
    await attempt({ address })
    await attempt({ address, password: 's3cret guess' })
    await attempt({ address, email: 'Nobody@Shop.example', password: 's3cret guess' })
    await attempt({ address, email: 's3cret@typed here' })
    await engine.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, eve.id))
    await attempt({ address, email: eve.email })
    const ofAda = { account: ada.email, user: ada.id, address }
    expect(logged()).toEqual([
      { event: 'sign_in.succeeded', ...ofAda, reason: 'new_browser' },
      { event: 'sign_in.failed', ...ofAda, reason: 'wrong_password' },
      {
        event: 'sign_in.failed',
        account: 'nobody@shop.example',
        user: null,
        address,
        reason: 'no_such_account',
      },
      { event: 'sign_in.failed', account: null, user: null, address, reason: 'no_such_account' },
      { event: 'sign_in.failed', account: eve.email, user: eve.id, address, reason: 'disabled' },
    ])
    const none = { shopId: null, address }
    expect(await recorded()).toEqual([
      { ...none, actorId: ada.id, subject: ada.id, action: 'sign_in.succeeded', reason: 'new_browser' },
      { ...none, actorId: null, subject: ada.id, action: 'sign_in.failed', reason: 'wrong_password' },
      { ...none, actorId: null, subject: eve.id, action: 'sign_in.failed', reason: 'disabled' },
    ])
    expect(lines.join('')).not.toContain('s3cret')
  })

  it('records an attack within bounds', async () => {
    await attack()
    for (let n = 0; n < 50; n++) await attempt({ password: 'wrong' })
    const actions = (await recorded()).map(({ action }) => action)
    expect(count(actions, 'sign_in.failed')).toBe(100)
    expect(count(actions, 'sign_in.throttled')).toBe(2)
    expect(lines).toHaveLength(155)
    await engine.db.execute(sql`DELETE FROM activity`)
    for (let n = 0; n < 10; n++) await attempt({ email: `nobody${n}@shop.example`, address: '192.0.2.99' })
    expect(await recorded()).toHaveLength(1)
  })
})
