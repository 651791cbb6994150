import { randomUUID } from 'node:crypto'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { codeOf, stepAt } from '../../core/server/accounts/codes'
import { hashOfToken, newToken } from '../../core/server/accounts/secret-token'
import { beginSession, endSessionsOf, lockPerson } from '../../core/server/accounts/sessions'
import type { AccountContext } from '../../core/server/context'
import { factors } from '../../core/server/tables/factors'
import { mailServer } from '../../core/server/tables/installation'
import { emailChanges, identities, pendingIdentities, users } from '../../core/server/tables/users'
import { apiTokens } from '../../core/server/tables/api-tokens'
import { onEachEngine } from '../../db/testing-engines'
import { makeOwnToken, makeShopToken } from '../../api-tokens/server/tokens'
import { eventually } from '../../testing/eventually'
import { testAppUrl, testOffice } from '../../testing/office'
import { useMailServer } from '../../testing/servers/mail-server'
import { changeEmail } from './email'
import { SoftAuthenticator } from '../http/testing-factors'
import { addPasskey, confirmApp, newPasskeyOptions, prepareApp, renewRecoveryCodes } from './factors'
import { linkIdentity } from './identities'

onEachEngine('a session that was ended while its request was under way', (kind) => {
  const office = testOffice(kind)
  let late: AccountContext
  beforeEach(async () => {
    const { engine, log, shop } = office.context
    const person = await office.insertPerson(shop.id)
    const { session } = await beginSession(engine.db, person.userId, { address: '192.0.2.7', userAgent: 'A' })
    late = { engine, log, person: { ...person, session } }
    await endSessionsOf(engine.db, person.userId)
  })

  it.each([false, true])('changes no e-mail, with a mail server: %s', async (isMailSetUp) => {
    const { db } = office.engine
    await db.delete(mailServer)
    if (isMailSetUp) await useMailServer(office.engine, 9)
    const change = changeEmail(late, { email: `${randomUUID()}@other.example` })
    await expect(change).rejects.toMatchObject({ code: 'unauthenticated' })
    await db.delete(mailServer)
    expect(await db.$count(emailChanges)).toBe(0)
    const [user] = await db.select().from(users).where(eq(users.id, late.person.userId))
    expect(user?.email).toBe(late.person.email)
  })

  // The embedded database has one connection.
  it.skipIf(kind === 'embedded')('waits for whoever ends it, and then changes nothing', async () => {
    const { engine, log, person } = { ...late, person: { ...late.person } }
    const { session } = await beginSession(engine.db, person.userId, { address: '192.0.2.7', userAgent: 'A' })
    await useMailServer(engine, 9)
    const asking = { engine, log, person: { ...person, session } }
    let change: Promise<unknown> | undefined
    await engine.db.transaction(async (tx) => {
      await lockPerson(tx, person.userId)
      change = changeEmail(asking, { email: `${randomUUID()}@other.example` }).catch(
        (error: unknown) => error,
      )
      await eventually(async () => {
        const { rows } = await engine.db.execute(sql`SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`)
        expect(rows).toHaveLength(1)
      })
      await endSessionsOf(tx, person.userId)
    })
    expect(await change).toMatchObject({ code: 'unauthenticated' })
    await engine.db.delete(mailServer)
    expect(await engine.db.$count(emailChanges)).toBe(0)
  })

  it('makes no recovery codes and no API token', async () => {
    const { db } = office.engine
    await expect(renewRecoveryCodes(late)).rejects.toMatchObject({ code: 'unauthenticated' })
    const order = {
      name: 'late',
      shop: office.context.shop.id,
      scopes: ['shop.read' as const],
      days: 1,
      networks: [],
    }
    await expect(makeOwnToken(late, order)).rejects.toMatchObject({ code: 'unauthenticated' })
    const { shop: _shop, ...ofShop } = order
    const { session } = late.person
    const actor = { ...office.context.actor, session }
    const made = makeShopToken({ ...office.context, actor }, ofShop)
    await expect(made).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await db.$count(apiTokens)).toBe(0)
  })

  it('adds no authenticator app and no passkey', async () => {
    const { db } = office.engine
    const { id, secret } = await prepareApp(late)
    const confirmed = confirmApp(late, id, { name: 'late', code: codeOf(secret, stepAt(new Date())) })
    await expect(confirmed).rejects.toMatchObject({ code: 'unauthenticated' })
    const { challenge } = await newPasskeyOptions(late)
    const passkey = new SoftAuthenticator(testAppUrl).register(challenge)
    const added = addPasskey(late, { name: 'late', passkey })
    await expect(added).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await db.$count(factors, isNotNull(factors.confirmedAt))).toBe(0)
  })

  it('links no identity', async () => {
    const { db } = office.engine
    const token = newToken()
    await db.insert(pendingIdentities).values({
      tokenHash: hashOfToken(token),
      userId: late.person.userId,
      provider: 'one',
      subject: 'other',
      expiresAt: sql`now() + interval '1 hour'`,
    })
    await expect(linkIdentity(late, token)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await db.$count(identities)).toBe(0)
  })
})
