import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { adoptConfig, config } from '../core/server/config/config'
import { installation } from '../core/server/tables/installation'
import { shops } from '../core/server/tables/shops'
import { onEachEngine } from '../db/testing-engines'
import { testApplication } from '../testing/application'
import { adviceOn, adviceOnConnection } from './advice'
import { linesOf } from './application'

const ofRole = 'DATABASE_URL: its role is a superuser; the owner of one database is enough'
const ofLink = 'DATABASE_URL: the connection is not encrypted; sslmode=verify-full encrypts it'
const ofSandbox = 'SANDBOX: it runs beside live shops; SANDBOX=off ends it'
const ofFactor = 'People of a live shop need no second factor; the shop or an administrator changes that'

onEachEngine('what is still to do of an installation', (kind) => {
  const app = testApplication(kind)
  const advice = (changes: object = {}) =>
    adviceOn(app.engine, { ...config.get(), appUrl: 'https://office.example', ...changes })
  const ofDatabase = kind === 'embedded' ? [] : [ofRole]

  it('with a live shop is named until it is done, and only where others come by HTTPS', async () => {
    const { db } = app.engine
    await db.update(shops).set({ mode: 'test' }).where(eq(shops.mode, 'live'))
    expect(await advice()).toEqual(ofDatabase)
    await db.update(shops).set({ mode: 'live' }).where(eq(shops.mode, 'test'))
    expect(await advice()).toEqual([...ofDatabase, ofSandbox, ofFactor])
    expect(await advice({ appUrl: 'http://localhost:3000' })).toEqual([])
    expect(await advice({ sandbox: null })).toEqual([...ofDatabase, ofFactor])
    expect(await advice({ sandbox: null, hasLocalSignIn: false })).toEqual(ofDatabase)
    const factorSince = new Date()
    const live = await db.select({ id: shops.id }).from(shops).where(eq(shops.mode, 'live'))
    expect(live.length).toBeGreaterThan(0)
    await db.update(shops).set({ factorSince }).where(eq(shops.mode, 'live'))
    expect(await advice({ sandbox: null })).toEqual(ofDatabase)
    await db.update(shops).set({ factorSince: null }).where(eq(shops.mode, 'live'))
    expect(await advice({ sandbox: null })).toEqual([...ofDatabase, ofFactor])
    await db
      .insert(installation)
      .values({ id: 1, factorSince })
      .onConflictDoUpdate({ target: installation.id, set: { factorSince } })
    expect(await advice({ sandbox: null })).toEqual(ofDatabase)
  })

  it('names the second factor where passwords count although LOCAL_SIGN_IN is off', async () => {
    const before = config.get()
    const given = { appUrl: 'https://office.example', sandbox: null, oidc: [], hasLocalSignIn: false }
    await app.engine.db.update(installation).set({ factorSince: null })
    const lines = await linesOf(app.engine, { ...before, ...given })
    adoptConfig(before)
    await app.engine.db.update(installation).set({ factorSince: new Date() })
    expect(lines).toEqual(['LOCAL_SIGN_IN: stays on, because no provider works', ...ofDatabase, ofFactor])
  })

  it.skipIf(kind === 'embedded')('of PostgreSQL is nothing for a role that owns its database', async () => {
    await app.engine.db.transaction(async (tx) => {
      await tx.execute(sql`SET LOCAL ROLE pg_read_all_data`)
      expect(await adviceOn({ db: tx, isEmbedded: false }, { ...config.get(), appUrl: 'https://o.example', sandbox: null })).toEqual([]) // prettier-ignore
    })
  })
})

it.each([
  [{ isEncrypted: false, isSuperuser: false, server: '10.1.2.3' }, [ofLink]],
  [{ isEncrypted: false, isSuperuser: true, server: '2001:db8::1' }, [ofLink, ofRole]],
  [{ isEncrypted: true, isSuperuser: false, server: '10.1.2.3' }, []],
  [{ isEncrypted: false, isSuperuser: false, server: '127.0.0.1' }, []],
  [{ isEncrypted: false, isSuperuser: false, server: '::1' }, []],
  [{ isEncrypted: false, isSuperuser: false, server: null }, []],
])('judges a connection to PostgreSQL: %j', (connection, expected) => {
  expect(adviceOnConnection({ ...connection, isUnencryptedOnPurpose: false })).toEqual(expected)
  expect(adviceOnConnection({ ...connection, isUnencryptedOnPurpose: true })).not.toContain(ofLink)
})
