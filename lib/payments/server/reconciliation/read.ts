import 'server-only'
import { and, asc, count, desc, eq, gt, inArray, isNotNull, lt, ne, notExists } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import { z } from 'zod'
import { namesOf } from '../../../core/server/accounts/names'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { shownText } from '../../../core/server/search/contacts-in-text'
import { activity } from '../../../core/server/tables/requests'
import type { MinorUnitOverrides } from '../../../gateway/values/minor-units'
import { isWorking } from '../../reconciliation/statement'
import { typeKeyOf } from '../../reconciliation/statement-guess'
import type {
  Reconciliation,
  ReconciliationDetail,
  ReconciliationListQuery,
  StatementMapping,
} from '../../reconciliation/reconciliation'
import { transactionStates } from '../tables'
import { reconciliationRows, reconciliations, type ReconciliationRow } from './tables'

/** Lists runs, newest first. */
export async function listReconciliations(
  { engine, shop, actor }: ActorContext,
  { cursor, limit }: ReconciliationListQuery,
): Promise<{ items: Reconciliation[]; next_cursor: string | null }> {
  const rows = await engine.db
    .select()
    .from(reconciliations)
    .where(
      and(
        eq(reconciliations.shopId, shop.id),
        cursor === undefined ? undefined : lt(reconciliations.id, cursor),
      ),
    )
    .orderBy(desc(reconciliations.id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const names = await namesOf(engine.db, shown.flatMap(peopleOf))
  return {
    items: shown.map((row) => toRun(row, names, shownTo(actor))),
    next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** @throws AppError `not_found` */
export async function readReconciliation(
  { engine, shop, actor }: ActorContext,
  id: string,
): Promise<ReconciliationDetail> {
  const row = await loadReconciliation({ engine, shop }, id)
  const [names, minorUnits, withdrawn, same] = await Promise.all([
    namesOf(engine.db, peopleOf(row)),
    minorUnitsOf({ engine, shop }, row),
    countWithdrawn({ engine, shop }, row),
    row.fileHash === null
      ? []
      : engine.db
          .select({ id: reconciliations.id, createdAt: reconciliations.createdAt })
          .from(reconciliations)
          .where(
            and(
              eq(reconciliations.shopId, shop.id),
              eq(reconciliations.fileHash, row.fileHash),
              ne(reconciliations.id, id),
              lt(reconciliations.id, id),
            ),
          )
          .orderBy(desc(reconciliations.id))
          .limit(5),
  ])
  const shown = shownTo(actor)
  return {
    ...toRun(row, names, shown),
    format: { ...row.format, header: row.format.header.map(shown) },
    mapping: { ...row.mapping, types: shownTypes(actor, row.mapping.types) },
    minor_units: minorUnits,
    withdrawn,
    same_file: same.map(({ id: other, createdAt }) => ({ id: other, created_at: createdAt.toISOString() })),
  }
}

/** Counts the transactions that this run found, and that were withdrawn when another run was undone. */
async function countWithdrawn(
  { engine, shop }: Pick<ShopContext, 'engine' | 'shop'>,
  { id, createdAt }: ReconciliationRow,
): Promise<number> {
  const undone = and(eq(reconciliations.shopId, shop.id), gt(reconciliations.undoneAt, createdAt))
  // The search for each row of a large statement is slow, and rarely is another run undone.
  if ((await engine.db.$count(reconciliations, and(undone, ne(reconciliations.id, id)))) === 0) return 0
  const [found] = await engine.db
    .select({ withdrawn: count() })
    .from(reconciliationRows)
    .where(
      and(
        eq(reconciliationRows.shopId, shop.id),
        eq(reconciliationRows.reconciliationId, id),
        inArray(reconciliationRows.result, ['matched', 'differing']),
        isNotNull(reconciliationRows.matchedUid),
        notExists(
          engine.db
            .select({ uid: transactionStates.uid })
            .from(transactionStates)
            .where(
              and(
                eq(transactionStates.shopId, shop.id),
                eq(transactionStates.uid, reconciliationRows.matchedUid),
              ),
            ),
        ),
      ),
    )
  return found?.withdrawn ?? 0
}

/** @throws AppError `not_found` */
export async function loadReconciliation(
  { engine, shop }: Pick<ShopContext, 'engine' | 'shop'>,
  id: string,
): Promise<ReconciliationRow> {
  if (!isUuid(id)) throw new AppError('not_found')
  const [row] = await engine.db
    .select()
    .from(reconciliations)
    .where(and(eq(reconciliations.shopId, shop.id), eq(reconciliations.id, id)))
  if (!row) throw new AppError('not_found')
  return row
}

const peopleOf = ({ createdBy, missingBy, recordedBy, undoneBy }: ReconciliationRow) => [
  createdBy,
  missingBy,
  recordedBy,
  undoneBy,
]

type Shown = (text: string) => string

/** A file may be named after a person, and its first row may be data. API tokens without the scope see contacts masked. */
const shownTo =
  (actor: ActorContext['actor']): Shown =>
  (text) =>
    shownText(actor, text)

/**
 * Masks contacts in the words that have a type: the column may be mapped by mistake. Leaves out `own`, the words of a file
 * that the actor sent.
 */
export const shownTypes = (
  actor: ActorContext['actor'],
  types: StatementMapping['types'],
  own: readonly string[] = [],
): StatementMapping['types'] =>
  Object.fromEntries(
    Object.entries(types).map(([word, type]) => [
      // Shortens again: a mask may be longer than what it hides.
      own.includes(word) ? word : typeKeyOf(shownTo(actor)(word)),
      type,
    ]),
  )

const toRun = (row: ReconciliationRow, names: Map<string, string>, shown: Shown): Reconciliation => {
  const name = (id: string | null) => (id === null ? null : (names.get(id) ?? null))
  return {
    id: row.id,
    state: row.state,
    progress: isWorking(row.state) ? { done: row.done, of: workOf(row) } : null,
    failure: row.failure,
    file_name: shown(row.fileName),
    file_hash: row.fileHash,
    file_bytes: row.fileBytes,
    from: row.dayFrom,
    to: row.dayTo,
    zone: row.mapping.zone,
    counts: row.counts,
    created_at: row.createdAt.toISOString(),
    created_by: name(row.createdBy),
    missing: row.missingAt && {
      at: row.missingAt.toISOString(),
      by: name(row.missingBy),
      reason: shown(row.missingReason ?? ''),
    },
    recorded_at: row.recordedAt?.toISOString() ?? null,
    recorded_by: name(row.recordedBy),
    undone_at: row.undoneAt?.toISOString() ?? null,
    undone_by: name(row.undoneBy),
  }
}

/** Rows to do in all; 0 while the file arrives. */
function workOf({ state, counts, done }: ReconciliationRow): number {
  if (state === 'recording') return done + counts.recordable
  return state === 'undoing' ? counts.recorded : counts.rows
}

const decimalsChanged = z.object({ from: z.record(z.string(), z.int()) })

/**
 * Returns the shop's numbers of decimals when a run read its file. Amounts in major units were converted with them, so only
 * with them do they look as in the file. For amounts in minor units, returns the present numbers.
 */
export async function minorUnitsOf(
  { engine, shop }: Pick<ShopContext, 'engine' | 'shop'>,
  { mapping, createdAt }: Pick<ReconciliationRow, 'mapping' | 'createdAt'>,
): Promise<MinorUnitOverrides> {
  if (mapping.amounts === 'minor') return shop.minorUnits
  const [next] = await engine.db
    .select({ detail: activity.detail })
    .from(activity)
    .where(
      and(
        eq(activity.shopId, shop.id),
        eq(activity.action, 'minor_units.changed'),
        gt(activity.at, createdAt),
      ),
    )
    .orderBy(asc(activity.at), asc(activity.id))
    .limit(1)
  return decimalsChanged.safeParse(next?.detail).data?.from ?? shop.minorUnits
}
