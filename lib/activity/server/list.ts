import 'server-only'
import { and, asc, eq, ilike, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import { activityGroups, activityKinds, type ActivityKind } from '../../core/activity'
import { getTranslator } from '../../core/i18n/server'
import { namesOf } from '../../core/server/accounts/names'
import { keysetPage, type Keyset } from '../../core/server/lists/keyset'
import { midnightUtc } from '../../core/server/lists/list'
import { countRows } from '../../core/server/lists/total'
import { qualified } from '../../core/server/qualified'
import { activity } from '../../core/server/tables/requests'
import { memberships, users } from '../../core/server/tables/users'
import type { Engine } from '../../db/engine'
import type { ActivityListQuery, ActivityPage, ActivityPeople } from '../schema'
import { type EntryRow, peopleIn, toEntry } from './entry'

/** Whose activity: a shop's, or (null) the installation's. */
export type Scope = { engine: Engine; shopId: string | null }

const columns = {
  id: activity.id,
  at: activity.at,
  action: activity.action,
  actorId: activity.actorId,
  subject: activity.subject,
  address: activity.address,
  detail: activity.detail,
  cursor_value: sql<string>`${activity.at}::text`,
  cursor_id: sql<string>`${activity.id}::text`,
}

type Paged = Pick<ActivityListQuery, 'sort' | 'cursor' | 'limit'>

const orderOf = (sort: ActivityListQuery['sort']): Keyset => ({
  expression: sql`${activity.at}`,
  id: sql`${activity.id}`,
  type: 'timestamptz',
  descending: sort === '-at',
})

/** A page of the activity, newest first by default. */
export async function listActivity(scope: Scope, query: ActivityListQuery): Promise<ActivityPage> {
  const { sort, cursor, limit, ...filters } = query
  const where = isFiltered(scope, filters)
  const page = await readPage(scope, where, { sort, cursor, limit })
  const key = JSON.stringify(['activity', scope.shopId, filters])
  const total = await countRows(scope.engine.db, activity, where, { key })
  return { ...page, ...total, synced_at: null }
}

export async function readPage({ engine: { db } }: Scope, where: SQL, { sort, cursor, limit }: Paged) {
  const keyset = keysetPage(orderOf(sort), { sort, cursor, limit })
  const rows: (EntryRow & { cursor_value: string; cursor_id: string })[] = await db
    .select(columns)
    .from(activity)
    .where(and(where, keyset.after))
    .orderBy(keyset.orderBy)
    .limit(keyset.take)
  const { rows: shown, ...cursors } = keyset.page(rows)
  const names = await namesOf(db, shown.flatMap(peopleIn).filter(isId))
  return { items: shown.map((row) => toEntry(row, names)), ...cursors }
}

const isId = (id: string | null): boolean => id !== null && /^[0-9a-f-]{36}$/i.test(id)

type Filters = Omit<ActivityListQuery, 'sort' | 'cursor' | 'limit'>

export function isFiltered({ shopId }: Scope, filters: Filters): SQL {
  const { q, kind, person, object, at_from: from, at_to: to } = filters
  const conditions = [
    shopId === null ? isNull(activity.shopId) : eq(activity.shopId, shopId),
    kind &&
      inArray(
        activity.action,
        kind.flatMap((group): readonly ActivityKind[] => activityGroups[group]),
      ),
    person && inArray(activity.actorId, person),
    object === undefined ? undefined : eq(activity.subject, object),
    from === undefined ? undefined : sql`${activity.at} >= ${midnightUtc(from)}`,
    to === undefined ? undefined : sql`${activity.at} < ${midnightUtc(to, 1)}`,
    ...(q ? q.split(/\s+/).slice(0, 10).map(isFound) : []),
  ]
  return and(...conditions) as SQL
}

/** Finds a word in who, what (in the viewer's language), on what, and from where. */
function isFound(word: string): SQL | undefined {
  const t = getTranslator('activity')
  const wanted = word.toLowerCase()
  const kinds = activityKinds.filter((kind) => t(`kinds.${kind}`).toLowerCase().includes(wanted))
  const escaped = word.replaceAll(/[\\%_]/g, String.raw`\$&`)
  const people = sql`(SELECT id FROM users WHERE name ILIKE ${`%${escaped}%`} OR email ILIKE ${`%${escaped}%`})`
  return or(
    kinds.length > 0 ? inArray(activity.action, kinds) : undefined,
    ilike(activity.action, `${escaped}%`),
    ilike(activity.subject, `%${escaped}%`),
    ilike(activity.address, `${escaped}%`),
    sql`${qualified(activity.actorId)} IN ${people}`,
    sql`${qualified(activity.subject)} IN (SELECT id::text FROM ${people} person)`,
  )
}

/** The people who can have done something, for the list's filter. */
export async function activityPeople({ engine: { db }, shopId }: Scope): Promise<ActivityPeople> {
  const name = sql<string>`coalesce(nullif(${users.name}, ''), ${users.email})`
  const members = db.select({ id: memberships.userId }).from(memberships)
  const items = await db
    .select({ id: users.id, name })
    .from(users)
    .where(shopId === null ? undefined : inArray(users.id, members.where(eq(memberships.shopId, shopId))))
    .orderBy(asc(sql`lower(${name})`), asc(users.id))
  return { items }
}
