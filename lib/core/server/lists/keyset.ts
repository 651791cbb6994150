import 'server-only'
import { and, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Database } from '../../../db/database'
import { exactTotalLimit } from '../../lists/paging'
import { AppError } from '../errors'

/**
 * Keyset paging: a page begins after the last row of the page before, by sort value and ID. Deep pages cost as much
 * as the first, and new or deleted rows shift nothing.
 */
export type Keyset = {
  /** Never null (use coalesce), so that every row has a position. */
  expression: SQL
  id: SQL
  /** PostgreSQL type to cast a cursor's text to. */
  type: 'text' | 'bigint' | 'timestamptz'
  isDescending: boolean
}

/** Clients can send any cursor. An invalid value must be a bad request, not a failed statement. */
const castable: Record<Keyset['type'], (text: string) => boolean> = {
  text: (text) => !text.includes('\0'),
  bigint: (text) => /^-?\d{1,18}$/.test(text),
  timestamptz: (text) => /^-?infinity$/.test(text) || isInstant(text),
}

/** Matches an instant as PostgreSQL prints it, on an existing day. `Date` alone accepts too much. */
function isInstant(text: string): boolean {
  const [, day, time] =
    /^(\d{4}-\d\d-\d\d) ((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.\d{1,6})?[+-](?:0\d|1[0-4])(?::[0-5]\d){0,2}$/.exec(
      text,
    ) ?? []
  // PostgreSQL has no year 0.
  if (!day || day.startsWith('0000')) return false
  const instant = new Date(`${day}T${time}Z`)
  return instant.toISOString().startsWith(day)
}

/** Direction (next or previous), sort, sort value and ID. */
const cursorShape = z.tuple([z.enum(['n', 'p']), z.string(), z.string(), z.string()])

/** Cursors are opaque, and valid only for the sort that they were made for. */
const encode = (direction: 'n' | 'p', sort: string, value: string, id: string) =>
  Buffer.from(JSON.stringify([direction, sort, value, id])).toString('base64url')

function decode(cursor: string, sort: string, type: Keyset['type']) {
  try {
    const [direction, madeFor, value, id] = cursorShape.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString()),
    )
    if (madeFor !== sort || !castable[type](value) || id.includes('\0'))
      throw new Error('not a cursor of this list')
    return { backwards: direction === 'p', value, id }
  } catch (cause) {
    throw new AppError('bad_request', { cause })
  }
}

export type KeyedRow = { cursor_value: string; cursor_id: string }

/** Condition, order and limit of one page. Read `take` rows (`limit + 1`) to learn whether more follow. */
export function keysetPage(
  keyset: Keyset,
  { sort, cursor, limit }: { sort: string; cursor?: string; limit: number },
) {
  const position = cursor === undefined ? null : decode(cursor, sort, keyset.type)
  const isBackwards = position?.backwards ?? false
  const isDescending = keyset.isDescending !== isBackwards
  const direction = sql.raw(isDescending ? 'DESC' : 'ASC')
  const comparison = sql.raw(isDescending ? '<' : '>')
  const after = position
    ? sql`(${keyset.expression}, ${keyset.id}) ${comparison} (${position.value}::${sql.raw(keyset.type)}, ${position.id})`
    : sql`true`
  const orderBy = sql`${keyset.expression} ${direction}, ${keyset.id} ${direction}`

  /** Puts the rows into reading order, drops the extra row and adds the cursors. */
  const page = <Row extends KeyedRow>(rows: Row[]) => {
    const hasMore = rows.length > limit
    const shown = rows.slice(0, limit)
    if (isBackwards) shown.reverse()
    const [first, last] = [shown[0], shown.at(-1)]
    const hasNext = isBackwards ? position !== null : hasMore
    const hasPrevious = isBackwards ? hasMore : position !== null
    return {
      rows: shown,
      next_cursor: hasNext && last ? encode('n', sort, last.cursor_value, last.cursor_id) : null,
      prev_cursor: hasPrevious && first ? encode('p', sort, first.cursor_value, first.cursor_id) : null,
    }
  }
  return { after, orderBy, take: limit + 1, page }
}

type KeyedTable<Row> = {
  table: PgTable & Record<'id', PgColumn>
  columns: { [Column in keyof Row]: PgColumn | SQL.Aliased }
}

/** Reads a page of a table's rows that match `where`. */
export async function readPage<Row extends object>(
  db: Database,
  { table, columns }: KeyedTable<Row>,
  { where, order, ...page }: { where: SQL; order: Keyset; sort: string; cursor?: string; limit: number },
) {
  const keyset = keysetPage(order, page)
  const found = await db
    .select({
      ...(columns as Record<string, PgColumn>),
      cursor_value: sql<string>`${order.expression}::text`,
      cursor_id: table.id,
    })
    .from(table)
    .where(and(where, keyset.after))
    .orderBy(keyset.orderBy)
    .limit(keyset.take)
  return keyset.page(found as unknown as (Row & KeyedRow)[])
}

/** Total up to the limit of exact totals. `counted` is at most that limit plus one. */
export const totalOf = (counted: number) => ({
  total: Math.min(counted, exactTotalLimit),
  total_exact: counted <= exactTotalLimit,
})

export const countLimit = exactTotalLimit + 1
