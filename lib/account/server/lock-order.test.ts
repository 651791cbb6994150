import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { codeOf, stepAt } from '../../core/server/accounts/codes'
import { beginSession, endSessionsOf, lockPerson } from '../../core/server/accounts/sessions'
import type { AccountContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { factors } from '../../core/server/tables/factors'
import { identities, users } from '../../core/server/tables/users'
import { onEachEngine } from '../../db/testing-engines'
import { eventually } from '../../testing/eventually'
import { testAppUrl, testOffice } from '../../testing/office'
import { SoftAuthenticator } from '../http/testing-factors'
import { addPasskey, confirmApp, newPasskeyOptions, prepareApp } from './factors'
import { removeIdentity } from './identities'
import { endOwnSession, endOwnSessions } from './sessions'

type Change = () => Promise<unknown>

/** Each prepares a change of an own account, and returns what makes it. */
const changes: Record<string, (context: AccountContext) => Promise<Change>> = {
  'the end of a session': ({ person, ...context }) =>
    Promise.resolve(() => endOwnSession({ ...context, person }, String(person.session))),
  'the end of all sessions': (context) =>
    Promise.resolve(() => endOwnSessions(context, { isThisKept: false })),
  'the removal of an identity': async (context) => {
    const { userId } = context.person
    const id = randomUUID()
    await context.engine.db.insert(identities).values({ id, userId, provider: 'one', subject: id })
    await context.engine.db.execute(sql`UPDATE sessions SET provider = 'one' WHERE user_id = ${userId}`)
    const { session: _session, ...person } = context.person
    return () => removeIdentity({ ...context, person }, id)
  },
  'a new authenticator app': async (context) => {
    const { id, secret } = await prepareApp(context)
    return () => confirmApp(context, id, { name: 'new', code: codeOf(secret, stepAt(new Date())) })
  },
  'a new passkey': async (context) => {
    const { challenge } = await newPasskeyOptions(context)
    const passkey = new SoftAuthenticator(testAppUrl).register(challenge)
    return () => addPasskey(context, { name: 'new', passkey })
  },
}

/** What becomes of each once the other has ended the session. */
const outcomes = {
  'the end of a session': 'not_found',
  'the end of all sessions': 'done',
  'the removal of an identity': 'done',
  'a new authenticator app': 'unauthenticated',
  'a new passkey': 'unauthenticated',
}

onEachEngine('a change of an account that meets another', (kind) => {
  const office = testOffice(kind)
  let context: AccountContext
  beforeEach(async () => {
    const { engine, log, shop } = office.context
    const person = await office.insertPerson(shop.id)
    const { session } = await beginSession(engine.db, person.userId, { address: '192.0.2.7', userAgent: 'A' })
    context = { engine, log, person: { ...person, session } }
  })

  // The embedded database has one connection.
  it.skipIf(kind === 'embedded').each(Object.entries(outcomes))(
    'waits for it before it locks anything else: %s',
    async (name, expected) => {
      const { db } = office.engine
      const { userId } = context.person
      const change = await changes[name]?.(context)
      const outcome = await db.transaction(async (tx) => {
        await lockPerson(tx, userId)
        const changed = change?.().then(
          () => 'done',
          (error: unknown) => (error instanceof AppError ? error.code : error),
        )
        await eventually(async () => {
          const { rows } = await db.execute(sql`SELECT 1 FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`)
          expect(rows).toHaveLength(1)
        })
        const email = `${randomUUID()}@other.example`
        await tx.update(users).set({ email }).where(eq(users.id, userId))
        await endSessionsOf(tx, userId)
        await tx.delete(factors).where(eq(factors.userId, userId))
        return { changed }
      })
      // No deadlock, which would be an error of PostgreSQL.
      expect(await outcome.changed).toBe(expected)
    },
  )
})
