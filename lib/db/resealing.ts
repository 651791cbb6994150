import 'server-only'
import { and, asc, eq, getTableName, isNotNull, sql, type SQL } from 'drizzle-orm'
import { getTableConfig, type AnyPgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './database'
import type { Sealer } from './sealing'

/** A column with sealed values, the columns that name its row, and the context of a value. */
export type SealedColumn = {
  table: PgTable
  name: string
  column: AnyPgColumn
  by: AnyPgColumn[]
  contextOf: (row: Record<string, unknown>) => string
}

type Columns<Table extends PgTable> = keyof Table['$inferSelect'] & string

/** `by`: the columns that name a row of the table. A context is made of these alone. */
export function sealedColumn<Table extends PgTable, By extends Columns<Table>>(
  table: Table,
  name: Columns<Table>,
  by: readonly By[],
  contextOf: (row: Pick<Table['$inferSelect'], By>) => string,
): SealedColumn {
  const columns = table as unknown as Record<string, AnyPgColumn>
  const column = columns[name]
  if (!column) throw new Error(`no column ${name}`)
  return {
    table,
    name: `${getTableConfig(table).schema ?? 'public'}.${getTableName(table)}.${column.name}`,
    column,
    by: by.flatMap((one) => columns[one] ?? []),
    contextOf: contextOf as (row: Record<string, unknown>) => string,
  }
}

const batchRows = 100

/** Values that another key than the present one sealed. Empty ones belong to shops that are being deleted. */
function whereOther({ column }: SealedColumn, sealer: Sealer): SQL | undefined {
  const prefix = sealer.prefix()
  return and(
    isNotNull(column),
    sql`octet_length(${column}) > 0 AND substring(${column} FROM 1 FOR ${prefix.length}::int) <> ${prefix}::bytea`,
  )
}

/** Whether the column exists: the sandbox's tables may never have been created. */
async function exists(db: Database, { table }: SealedColumn): Promise<boolean> {
  const name = `${getTableConfig(table).schema ?? 'public'}.${getTableName(table)}`
  const { rows } = await db.execute<{ is_there: boolean }>(
    sql`SELECT to_regclass(${name}) IS NOT NULL AS is_there`,
  )
  return rows[0]?.is_there === true
}

/** How many values of a column another key sealed, at one moment. */
export async function countOthers(db: Database, sealed: SealedColumn, sealer: Sealer): Promise<number> {
  return (await exists(db, sealed)) ? db.$count(sealed.table, whereOther(sealed, sealer)) : 0
}

/**
 * Seals the values of a column with the present key, in batches, until `isOver`. A value that someone changes meanwhile
 * is skipped. Returns how many values no key could open: they stay unchanged.
 */
export async function reseal(
  db: Database,
  sealed: SealedColumn,
  { sealer, isOver }: { sealer: Sealer; isOver: () => boolean },
): Promise<number> {
  if (!(await exists(db, sealed))) return 0
  const { table, column, by } = sealed
  const key = sql`(${sql.join(by, sql`, `)})`
  let [after, unopened]: [SQL | undefined, number] = [undefined, 0]
  while (!isOver()) {
    const fields: Record<string, AnyPgColumn> = { sealed: column }
    for (const one of by) fields[keyIn(one)] = one
    const rows: Record<string, unknown>[] = await db
      .select(fields)
      .from(table)
      .where(and(whereOther(sealed, sealer), after))
      .orderBy(...by.map((one) => asc(one)))
      .limit(batchRows)
    unopened += await db.transaction((tx) => resealRows(tx, sealed, rows, sealer))
    const last = rows.at(-1)
    if (!last || rows.length < batchRows) break
    const values = by.map((one) => sql.param(last[keyIn(one)], one))
    after = sql`${key} > (${sql.join(values, sql`, `)})`
  }
  return unopened
}

/** The name of a column in the rows that Drizzle reads. */
const keyIn = (column: AnyPgColumn): string =>
  Object.entries(column.table).find(([, one]) => one === column)?.[0] ?? column.name

async function resealRows(
  tx: Database,
  { table, column, by, contextOf }: SealedColumn,
  rows: readonly Record<string, unknown>[],
  sealer: Sealer,
): Promise<number> {
  let unopened = 0
  for (const row of rows) {
    const before = row.sealed as Buffer
    let after: Buffer
    try {
      const context = contextOf(row)
      after = sealer.seal(sealer.unseal(before, context), context)
    } catch {
      unopened += 1
      continue
    }
    const whereUnchanged = and(...by.map((one) => eq(one, row[keyIn(one)])), eq(column, before))
    await tx
      .update(table)
      .set({ [keyIn(column)]: after })
      .where(whereUnchanged)
  }
  return unopened
}
