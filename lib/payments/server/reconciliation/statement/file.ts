import 'server-only'
import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { ActorContext } from '../../../../core/server/context'
import type { FoundFormat } from '../../../../jobs/server/imports/csv-read'
import {
  statementMapping,
  type StatementFormat,
  type StatementMapping,
} from '../../../reconciliation/reconciliation'
import { statementMappings } from '../tables'

export type Asked<Query> = { query: Query; request: Request }

export const usualFormat: StatementFormat = { header: [], delimiter: ',', encoding: 'utf-8' }

export const setFormat = (format: StatementFormat) => (found: FoundFormat) =>
  void Object.assign(format, found)

export const headerKey = (header: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(header)).digest('hex')

/** Returns how a file with this header was read last. */
export async function rememberedMapping(
  { engine, shop }: ActorContext,
  header: readonly string[],
): Promise<StatementMapping | null> {
  const [known] = await engine.db
    .select({ mapping: statementMappings.mapping })
    .from(statementMappings)
    .where(and(eq(statementMappings.shopId, shop.id), eq(statementMappings.header, headerKey(header))))
  // An earlier release may have stored what this one does not know.
  return known ? (statementMapping.safeParse(known.mapping).data ?? null) : null
}
