import 'server-only'
import { and, asc, eq, ilike, inArray, isNull, like, or, sql, type SQL } from 'drizzle-orm'
import { activityGroups, activityKinds, type ActivityKind } from '../../core/activity'
import { getTranslator } from '../../core/i18n/server'
import { namesOf } from '../../core/server/accounts/names'
import { keysetPage, type Keyset } from '../../core/server/lists/keyset'
import { whereWithinDays } from '../../core/server/lists/days'
import { countRows } from '../../core/server/lists/total'
import type { Shop } from '../../core/server/context'
import { zoneOf } from '../../core/server/shop/load'
import { activity } from '../../core/server/tables/requests'
import { memberships, users } from '../../core/server/tables/users'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'
import type { ActivityListQuery, ActivityPage, ActivityPeople } from '../schema'
import { type EntryRow, peopleIn, toEntry } from './entry'

/** Whose activity it is. `shop` null: the installation's, whose days are in UTC. */
export type Scope = { engine: Engine; shop: Pick<Shop, 'id' | 'timeZone'> | null }

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
  isDescending: sort === '-at',
})

/** A page of the activity, newest first by default. */
export async function listActivity(scope: Scope, query: ActivityListQuery): Promise<ActivityPage> {
  const { sort, cursor, limit, ...filters } = query
  const where = await whereFiltered(scope, filters)
  const page = await readPage(scope, where, { sort, cursor, limit })
  const key = JSON.stringify(['activity', scope.shop?.id, zoneWithin(scope), filters])
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

const zoneWithin = ({ shop }: Scope): string => (shop ? zoneOf(shop) : 'UTC')

export async function whereFiltered(scope: Scope, filters: Filters): Promise<SQL> {
  const { engine, shop } = scope
  const { q, kind, person, object, at_from: from, at_to: to } = filters
  const conditions = [
    shop === null ? isNull(activity.shopId) : eq(activity.shopId, shop.id),
    kind &&
      inArray(
        activity.action,
        kind.flatMap((group): readonly ActivityKind[] => activityGroups[group]),
      ),
    person && inArray(activity.actorId, person),
    object === undefined ? undefined : eq(activity.subject, object),
    whereWithinDays(activity.at, { from, to }, zoneWithin(scope)),
    ...(q
      ? await Promise.all(
          q
            .split(/\s+/)
            .slice(0, 10)
            .map((word) => whereHasWord(engine.db, word)),
        )
      : []),
  ]
  return and(...conditions) as SQL
}

/** Most people that a word finds. The entries of others are left out. */
const maxPeople = 1000

/**
 * SQL: whether an entry has a word in who, what (in the viewer's language), on what, or from where. Each condition has an
 * index: IDs and addresses are found by how they begin, and people are looked up first, not in a subquery.
 */
async function whereHasWord(db: Database, word: string): Promise<SQL | undefined> {
  const t = getTranslator('activity')
  const wanted = word.toLowerCase()
  const kinds = activityKinds.filter(
    (kind) => kind.startsWith(wanted) || t(`kinds.${kind}`).toLowerCase().includes(wanted),
  )
  const escaped = word.replaceAll(/[\\%_]/g, String.raw`\$&`)
  const people = await db
    .select({ id: users.id })
    .from(users)
    .where(or(ilike(users.name, `%${escaped}%`), ilike(users.email, `%${escaped}%`)))
    .limit(maxPeople)
  const ids = people.map(({ id }) => id)
  return or(
    kinds.length > 0 ? inArray(activity.action, kinds) : undefined,
    sql`lower(${activity.subject}) LIKE lower(${`${escaped}%`})`,
    like(activity.address, `${escaped.toLowerCase()}%`),
    ids.length > 0 ? inArray(activity.actorId, ids) : undefined,
    ids.length > 0 ? inArray(sql`lower(${activity.subject})`, ids) : undefined,
  )
}

/** Returns the people whom the filter offers: those of the shop and of its activity; for the installation, everybody. */
export async function activityPeople({ engine: { db }, shop }: Scope): Promise<ActivityPeople> {
  const name = sql<string>`coalesce(nullif(${users.name}, ''), ${users.email})`
  const whereShop = sql`a.shop_id = ${shop?.id ?? null}`
  // Jumps from person to person in the index, however many entries each has.
  const appearing = sql`(WITH RECURSIVE found (id) AS (
      (SELECT a.actor_id FROM activity a WHERE ${whereShop} AND a.actor_id IS NOT NULL ORDER BY a.actor_id LIMIT 1)
      UNION ALL
      SELECT (SELECT a.actor_id FROM activity a WHERE ${whereShop} AND a.actor_id > found.id ORDER BY a.actor_id LIMIT 1)
      FROM found WHERE found.id IS NOT NULL)
    SELECT id FROM found WHERE id IS NOT NULL)`
  const members = db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(eq(memberships.shopId, shop?.id ?? ''))
  const items = await db
    .select({ id: users.id, name })
    .from(users)
    .where(shop === null ? undefined : or(sql`${users.id} IN ${appearing}`, inArray(users.id, members)))
    .orderBy(asc(sql`lower(${name})`), asc(users.id))
  return { items }
}
