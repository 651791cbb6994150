import 'server-only'
import { eq } from 'drizzle-orm'
import type { AccountContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { users } from '../../core/server/tables/users'
import type { Profile, ProfileChange } from '../schema'
import { recordOwn } from './own-account'

const columns = { name: users.name, email: users.email, locale: users.locale, time_zone: users.timeZone }

export async function readProfile({ engine, person }: AccountContext): Promise<Profile> {
  const [found] = await engine.db.select(columns).from(users).where(eq(users.id, person.userId))
  if (!found) throw new AppError('not_found')
  return found
}

/** Changes the person's own name, language and time zone. The record names the fields, but not the new values. */
export async function changeProfile(context: AccountContext, change: ProfileChange): Promise<Profile> {
  const { engine, person } = context
  const before = await readProfile(context)
  const changed = (Object.keys(change) as (keyof ProfileChange)[]).filter(
    (key) => before[key] !== change[key],
  )
  if (changed.length === 0) return before
  const { name, locale, time_zone: timeZone } = change
  await engine.db.transaction(async (tx) => {
    await tx.update(users).set({ name, locale, timeZone }).where(eq(users.id, person.userId))
    await recordOwn(tx, context, { action: 'account.changed', fields: changed })
  })
  return readProfile(context)
}
