import 'server-only'
import { sql } from 'drizzle-orm'
import { openLog } from '../../core/server/log/log'
import { activity } from '../../core/server/tables/requests'
import { memberships, signInFailures, users } from '../../core/server/tables/users'
import type { EngineKind } from '../../db/testing'
import { openTestOffice } from '../../testing/office'
import { invitations } from './tables'

/** For tests: an office with one owner. `reset` restores that state; `entries` returns the activity. */
export async function openPeopleOffice(kind: EngineKind) {
  const office = await openTestOffice(kind)
  openLog('warn')
  const { db } = office.engine
  const { userId } = office.context.actor
  const reset = async () => {
    for (const table of [invitations, activity, signInFailures]) await db.delete(table)
    await db.delete(memberships).where(sql`${memberships.userId} <> ${userId}`)
    await db.delete(users).where(sql`${users.id} <> ${userId}`)
  }
  const entries = async () =>
    (await db.select().from(activity).orderBy(activity.id)).map((row) => {
      const { action, actorId, subject, address, detail } = row
      return { action, actorId, subject, ...(address !== null && { address }), detail }
    })
  return { ...office, reset, entries }
}

export type PeopleOffice = Awaited<ReturnType<typeof openPeopleOffice>>

/** Resolves to the code of the error that a promise rejects with, or “done”. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )
