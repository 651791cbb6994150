import 'server-only'
import { randomBytes, randomUUID } from 'node:crypto'
import { getTableColumns, sql } from 'drizzle-orm'
import type { Engine } from '../../db/engine'
import type { SealedColumn } from '../../db/resealing'

const dummies: Record<string, () => unknown> = {
  text: () => randomUUID(),
  uuid: () => randomUUID(),
  integer: () => 7,
  smallint: () => 7,
  bigint: () => 7,
  boolean: () => false,
  jsonb: () => ({}),
  bytea: () => randomBytes(8),
  'text[]': () => [],
  'timestamp with time zone': () => new Date(),
}

/** The name of a column in its table's rows. */
export const nameOf = (one: SealedColumn): string =>
  Object.entries(getTableColumns(one.table)).find(([, column]) => column === one.column)![0]

/** Adds a row with nothing but its sealed values, among `columns`. What it refers to need not exist. */
export async function fillSealed(
  { db, sealer }: Pick<Engine, 'db' | 'sealer'>,
  one: SealedColumn,
  columns: readonly SealedColumn[],
): Promise<void> {
  const given = Object.entries(getTableColumns(one.table)).filter(
    ([, column]) => (column.notNull && !column.hasDefault) || one.by.includes(column),
  )
  const row: Record<string, unknown> = Object.fromEntries(
    given.map(([name, column]) => [name, dummies[column.getSQLType().replace(/ \(\d\)/, '')]?.()]),
  )
  for (const other of columns.filter(({ table }) => table === one.table))
    row[nameOf(other)] = sealer.seal(`secret of ${other.name}`, other.contextOf(row))
  await db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    await tx.insert(one.table).values(row).onConflictDoNothing()
  })
}
