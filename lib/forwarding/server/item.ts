import 'server-only'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import type { Endpoint } from '../schema'
import { countedTo, type EndpointState, messageStates } from '../state'
import type { Database } from '../../db/database'
import type { ShopContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { type EndpointRow, forwardingEndpoints, forwardingMessages } from './tables'

/** Returns when a disabled endpoint began to fail or was disabled, whichever is earlier. Null if it is enabled. */
const stoppedAt = ({ failingSince, disabledAt }: EndpointRow): Date | null =>
  failingSince && disabledAt ? (failingSince < disabledAt ? failingSince : disabledAt) : disabledAt

/** Messages that were given up or cancelled since the endpoint stopped accepting. */
export const whereMissed = (row: EndpointRow) =>
  and(
    eq(forwardingMessages.shopId, row.shopId),
    eq(forwardingMessages.endpointId, row.id),
    inArray(forwardingMessages.state, ['given_up', 'cancelled']),
    sql`greatest(${forwardingMessages.roundAt}, ${forwardingMessages.lastAttemptAt}) >= ${stoppedAt(row)}`,
  )

function stateOf(row: EndpointRow): EndpointState {
  if (!row.enabled) return 'disabled'
  if (row.failingSince !== null) return 'failing'
  return row.lastSuccessAt === null ? 'new' : 'healthy'
}

export async function toEndpoint(db: Database, row: EndpointRow): Promise<Endpoint> {
  const whereOfEndpoint = and(
    eq(forwardingMessages.shopId, row.shopId),
    eq(forwardingMessages.endpointId, row.id),
  )
  const counted = (where: typeof whereOfEndpoint) =>
    sql<number>`(SELECT count(*)::int FROM (SELECT 1 FROM ${forwardingMessages} WHERE ${where} LIMIT ${countedTo + 1}) found)`
  const { rows } = await db.execute<Record<string, number>>(
    sql`SELECT ${sql.join(
      [
        ...messageStates.map(
          (state) =>
            sql`${counted(and(whereOfEndpoint, eq(forwardingMessages.state, state)))} AS ${sql.identifier(state)}`,
        ),
        sql`${row.enabled ? sql`0` : counted(whereMissed(row))} AS missed`,
      ],
      sql`, `,
    )}`,
  )
  const counts = rows[0] ?? {}
  const instant = (at: Date | null) => at?.toISOString() ?? null
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    filters: row.filters,
    version: row.version,
    state: stateOf(row),
    enabled: row.enabled,
    disabled_at: instant(row.disabledAt),
    disabled_reason: row.disabledReason,
    failing_since: instant(row.failingSince),
    last_success_at: instant(row.lastSuccessAt),
    old_secret_until:
      row.oldSecretUntil && row.oldSecretUntil > new Date() ? instant(row.oldSecretUntil) : null,
    created_at: row.createdAt.toISOString(),
    counts: {
      waiting: counts.waiting ?? 0,
      delivered: counts.delivered ?? 0,
      given_up: counts.given_up ?? 0,
      cancelled: counts.cancelled ?? 0,
    },
    missed: counts.missed ?? 0,
  }
}

/**
 * Loads an endpoint that was not removed. `isHeld` locks the row until the transaction ends.
 * @throws AppError `not_found`
 */
export async function loadEndpoint(
  db: Database,
  { shop }: Pick<ShopContext, 'shop'>,
  id: string,
  { isHeld = false } = {},
): Promise<EndpointRow> {
  const query = db
    .select()
    .from(forwardingEndpoints)
    .where(
      and(
        eq(forwardingEndpoints.shopId, shop.id),
        eq(forwardingEndpoints.id, id),
        sql`${forwardingEndpoints.removedAt} IS NULL`,
      ),
    )
  const [row] = isUuid(id) ? await (isHeld ? query.for('update') : query) : []
  if (!row) throw new AppError('not_found')
  return row
}
