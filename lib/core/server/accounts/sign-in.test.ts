import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openEngine, type Engine } from '../../../db/engine'
import { createSealer } from '../../../db/sealing'
import { onEachEngine } from '../../../db/testing-engines'
import { freshFolder, openTestEngine } from '../../../db/testing'
import { openLog } from '../log/log'
import { serverMigrations } from '../../../start/migrations'
import { activity } from '../tables/requests'
import { signInFailures, users } from '../tables/users'
import { forgetOldFailures, leftOutPrefix } from './sign-in-limits'
import { hashPassword } from './passwords'
import { signIn } from './sign-in'

const person = { email: 'ada@shop.example', password: 'correct horse' }
const stranger = { cookie: undefined, secret: 'a secret for tests' }

async function insertPerson(db: Engine['db'], passwordHash: string) {
  await db.insert(users).values({ id: uuidv7(), email: person.email, name: 'Ada', passwordHash })
}

onEachEngine('signing in with limits', (kind) => {
  let engine: Engine
  let dispose: () => Promise<void>
  let passwordHash: string
  beforeAll(async () => {
    ;({ engine, dispose } = await openTestEngine(kind, [serverMigrations]))
    passwordHash = await hashPassword(person.password)
    openLog('warn')
  })
  afterAll(() => dispose())
  beforeEach(async () => {
    for (const table of [signInFailures, activity]) await engine.db.delete(table)
    await engine.db.delete(users)
    await insertPerson(engine.db, passwordHash)
  })

  const attempt = async (change: Partial<typeof person & { address: string }> = {}) => {
    const result = await signIn(engine.db, {
      ...person,
      address: '192.0.2.1',
      browsers: stranger,
      ...change,
    })
    return result.isSignedIn ? 'ok' : result.reason
  }
  const wrong = (change: Partial<typeof person & { address: string }> = {}) =>
    attempt({ password: 'wrong', ...change })
  const times = async <T>(count: number, run: () => Promise<T>) => {
    const results: T[] = []
    for (let n = 0; n < count; n++) results.push(await run())
    return results
  }

  it('takes a password exactly as it was chosen', async () => {
    const chosen = ' Spaces, Capitals and Längen '
    await engine.db.update(users).set({ passwordHash: await hashPassword(chosen) })
    for (const typed of [chosen.trim(), chosen.toLowerCase(), chosen.slice(0, -1)])
      expect(await attempt({ password: typed })).toBe('wrong')
    expect(await attempt({ password: chosen })).toBe('ok')
  })

  it('rehashes a password whose hash has weaker parameters than today’s', async () => {
    const weaker = { algorithm: 2, memoryCost: 8192, timeCost: 1, parallelism: 1 } as const
    const stored = async () => (await engine.db.select().from(users))[0]?.passwordHash
    await engine.db.update(users).set({ passwordHash: await hash(person.password, weaker) })
    const before = await stored()
    expect(await wrong()).toBe('wrong')
    expect(await stored()).toBe(before)
    expect(await attempt()).toBe('ok')
    const after = await stored()
    expect(after).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(await attempt()).toBe('ok')
    expect(await stored()).toBe(after)
  })

  it('takes the right password, however the address is written', async () => {
    for (const email of [person.email, 'Ada@Shop.example', ' ADA@SHOP.EXAMPLE ', 'ａｄａ＠shop.example'])
      expect(await attempt({ email })).toBe('ok')
  })

  it('takes another letter for another account, and counts it for that', async () => {
    const iris = 'iris@shop.example'
    await engine.db.update(users).set({ email: iris })
    expect(await times(6, () => wrong({ email: 'İRIS@shop.example' }))).toContain('throttled')
    expect(await attempt({ email: 'İRIS@shop.example', address: '192.0.2.2' })).toBe('wrong')
    expect(await times(5, () => wrong({ email: 'IRIS@shop.example' }))).toEqual(Array(5).fill('wrong'))
    expect(await attempt({ email: iris })).toBe('throttled')
  })

  it.each<[string, Partial<typeof person>]>([
    ['a wrong password', { password: 'correct horse ' }],
    ['no password', { password: '' }],
    ['nobody', { email: 'nobody@shop.example' }],
    ['a pattern', { email: '%' }],
    ['a very long address', { email: 'x'.repeat(100_000) }],
  ])('refuses %s', async (_name, change) => expect(await attempt(change)).toBe('wrong'))

  it('refuses disabled people with the right password', async () => {
    await engine.db.update(users).set({ disabledAt: new Date() })
    expect(await attempt()).toBe('wrong')
  })

  it('stops after five failures, the right password included, and another address is not stopped', async () => {
    expect(await times(5, wrong)).toEqual(Array(5).fill('wrong'))
    expect(await times(3, wrong)).toEqual(Array(3).fill('throttled'))
    expect(await attempt()).toBe('throttled')
    expect(await attempt({ email: person.email.toUpperCase() })).toBe('throttled')
    expect(await attempt({ address: '192.0.2.2' })).toBe('ok')
  })

  it('begins anew after a success', async () => {
    await times(4, wrong)
    expect(await attempt()).toBe('ok')
    expect(await times(5, wrong)).toEqual(Array(5).fill('wrong'))
    expect(await wrong()).toBe('throttled')
  })

  it('lets no parallel guesses past the limit', async () => {
    const results = await Promise.all(Array.from({ length: 25 }, () => wrong()))
    expect(results.filter((result) => result === 'wrong')).toHaveLength(5)
    expect(results.filter((result) => result === 'throttled')).toHaveLength(20)
  })

  it('stops an address that tries many accounts', async () => {
    let n = 0
    const results = await times(32, () => wrong({ email: `person${n++}@shop.example` }))
    expect(results.slice(0, 30)).toEqual(Array(30).fill('wrong'))
    expect(results.slice(30)).toEqual(['throttled', 'throttled'])
    expect(await attempt({ address: '192.0.2.2' })).toBe('ok')
  })

  it('counts one IPv6 network as one address', async () => {
    let n = 0
    const results = await times(7, () => wrong({ address: `2001:db8:1:2::${++n}` }))
    expect(results).toEqual([...Array(5).fill('wrong'), 'throttled', 'throttled'])
    expect(await attempt({ address: '2001:db8:1:3::1' })).toBe('ok')
  })

  it('does not let one address lock the owner out everywhere', async () => {
    expect((await times(150, wrong)).filter((result) => result === 'throttled')).toHaveLength(145)
    expect(await attempt({ address: '192.0.2.2' })).toBe('ok')
  })

  it('stops guesses at one account that come from everywhere', async () => {
    await engine.db.insert(signInFailures).values({
      key: 'email:ada@shop.example',
      failures: 100,
      windowEndsAt: sql`now() + interval '1 minute'`,
    })
    expect(await attempt({ address: '192.0.2.9' })).toBe('throttled')
  })

  it('resets after the window, and deletes the counters', async () => {
    await times(6, wrong)
    await engine.db.update(signInFailures).set({ windowEndsAt: sql`now() - interval '1 second'` })
    expect(await attempt()).toBe('ok')
    await wrong()
    await forgetOldFailures(engine.db)
    // Beside those of what activity leaves out, which housekeeping reads (activity/access.ts).
    const counters = () =>
      engine.db.$count(signInFailures, sql`NOT starts_with(${signInFailures.key}, ${leftOutPrefix})`)
    expect(await counters()).toBe(3)
    await engine.db.update(signInFailures).set({ windowEndsAt: sql`now() - interval '1 second'` })
    await forgetOldFailures(engine.db)
    expect(await counters()).toBe(0)
  })

  it('resets where the clock was put back since', async () => {
    await times(6, wrong)
    await engine.db.update(signInFailures).set({ windowEndsAt: sql`now() + interval '15 minutes'` })
    expect(await attempt()).toBe('throttled')
    await engine.db.update(signInFailures).set({ windowEndsAt: sql`now() + interval '5 hours'` })
    expect(await attempt()).toBe('ok')
  })

  it('keeps no password', async () => {
    await wrong({ password: 's3cret guess' })
    const rows = await engine.db.select().from(signInFailures)
    expect(JSON.stringify(rows)).not.toContain('s3cret')
    const [row] = await engine.db.select().from(users).where(eq(users.name, 'Ada'))
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

it('remembers failures across a restart', async () => {
  const { storage, drop } = await freshFolder()
  const sealer = createSealer(randomBytes(32))
  const start = () => openEngine({ storage, migrations: [serverMigrations], sealer, onError: () => {} })
  const guess = { email: person.email, password: 'wrong', address: '192.0.2.1', browsers: stranger }
  const before = await start()
  await insertPerson(before.db, await hashPassword(person.password))
  for (let n = 0; n < 5; n++) await signIn(before.db, guess)
  await before.close()
  const after = await start()
  expect(await signIn(after.db, { ...guess, password: person.password })).toEqual({
    isSignedIn: false,
    reason: 'throttled',
  })
  await after.close()
  await drop()
})
