import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { hashOfToken, newToken } from '../../core/server/accounts/secret-token'
import { beginSession, endSessionsOf } from '../../core/server/accounts/sessions'
import type { AccountContext } from '../../core/server/context'
import { mailServer } from '../../core/server/tables/installation'
import { emailChanges, identities, pendingIdentities, users } from '../../core/server/tables/users'
import { onEachEngine } from '../../db/testing-engines'
import { testOffice } from '../../testing/office'
import { useMailServer } from '../../testing/servers/mail-server'
import { changeEmail } from './email'
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
