import 'server-only'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { forgetDetail } from '../../../core/server/activity/forget'
import { digitsOf, duplicateDigits } from '../../../core/phone'
import { activity } from '../../../core/server/tables/requests'
import { transactionsOf } from '../../../customers/server/reading/transactions'
import type { Database } from '../../../db/database'
import { anonymiseJson, dots, type Names } from '../../../notifications/server/redaction/anonymise'
import { typeKeyOf } from '../../reconciliation/statement-guess'
import { reconciliationRows, reconciliations, statementMappings, type ReconciliationRow } from './tables'

/** `externalIds`: their IDs at the shop, except those that many share. */
type Person = { customerIds: readonly string[]; externalIds: readonly string[]; names: Required<Names> }

/**
 * Anonymises people in statements: in the name and the first row of the file, in the words of the type's column, in the
 * stated reason, and in tracking IDs and unreadable amounts of rows. UIDs, amounts, days and the hash of the file stay,
 * so that a statement is still compared and recognised. Call before the customers' links are removed.
 */
export async function anonymiseReconciliations(tx: Database, shopId: string, person: Person): Promise<void> {
  // Locked before their rows, as comparing does.
  const runs = await tx
    .select()
    .from(reconciliations)
    .where(eq(reconciliations.shopId, shopId))
    .orderBy(reconciliations.id)
    .for('update')
  if (runs.length === 0) return
  for (const run of runs) await anonymiseRun(tx, run, person.names)
  await anonymiseMappings(tx, shopId, person.names)
  await anonymiseRows(tx, shopId, person)
}

/** A text that people wrote, with dots for what names them. */
const textOf = (text: string, names: Names): string => anonymiseJson(text, names, 'text') as string

/** Whether one of the texts has their address, number or full name, or two words of their name. */
function areNamedIn(texts: readonly string[], { words, ...names }: Required<Names>): boolean {
  const isIn = (text: string, some: Names) => textOf(text, some) !== text
  return texts.some(
    (text) =>
      isIn(text, names) ||
      words.filter((word) => isIn(text, { texts: [], ids: [], words: [word] })).length > 1,
  )
}

async function anonymiseRun(tx: Database, run: ReconciliationRow, names: Required<Names>): Promise<void> {
  const { fileName, missingReason } = run
  const { header, example, ...format } = run.format
  const { types } = run.mapping
  const texts = [fileName, missingReason ?? '', example ?? '', ...header, ...Object.keys(types)]
  if (!areNamedIn(texts, names)) return
  const reason = missingReason === null ? null : textOf(missingReason, names)
  await tx
    .update(reconciliations)
    .set({
      fileName: textOf(fileName, names),
      missingReason: reason,
      format: {
        ...format,
        header: header.map((cell) => textOf(cell, names)),
        ...(example !== undefined && { example: textOf(example, names) }),
      },
      mapping: { ...run.mapping, types: typesOf(types, names) },
    })
    .where(and(eq(reconciliations.shopId, run.shopId), eq(reconciliations.id, run.id)))
  if (reason !== missingReason)
    await forgetDetail(
      tx,
      run.shopId,
      and(eq(activity.action, 'reconciliation.said_missing'), eq(activity.subject, run.id)),
    )
}

const typesOf = (types: ReconciliationRow['mapping']['types'], names: Names) =>
  Object.fromEntries(Object.entries(types).map(([word, type]) => [typeKeyOf(textOf(word, names)), type]))

async function anonymiseMappings(tx: Database, shopId: string, names: Required<Names>): Promise<void> {
  const all = await tx.select().from(statementMappings).where(eq(statementMappings.shopId, shopId))
  for (const { header, mapping } of all)
    if (areNamedIn(Object.keys(mapping.types), names))
      await tx
        .update(statementMappings)
        .set({ mapping: { ...mapping, types: typesOf(mapping.types, names) } })
        .where(and(eq(statementMappings.shopId, shopId), eq(statementMappings.header, header)))
}

async function anonymiseRows(tx: Database, shopId: string, person: Person): Promise<void> {
  const { names } = person
  const theirUids = await uidsOf(tx, shopId, person.customerIds)
  const theirs = new Set<string | null>(theirUids)
  for (const row of await candidates(tx, shopId, person, theirUids)) {
    const ours = row.ours?.tracking_id ?? null
    const texts = [row.trackingId, row.amountText, ours].flatMap((text) => text ?? [])
    const isOwn = theirs.has(row.uid) || theirs.has(row.matchedUid)
    // The same ID may be the tracking ID of another person's order, unless the row has no payment here.
    const ids = row.matchedUid === null ? [...person.externalIds] : []
    if (!isOwn && !areNamedIn(texts, { ...names, ids })) continue
    const anonymised = (text: string | null) => (text === null ? null : textOf(text, names))
    // Rows of several people must not match by their dots.
    const tracking = (text: string | null) => {
      const left = anonymised(text)
      return left?.replaceAll(dots, '').trim() === '' ? null : left
    }
    await tx
      .update(reconciliationRows)
      .set({
        trackingId: tracking(row.trackingId),
        amountText: anonymised(row.amountText),
        ours: row.ours && { ...row.ours, tracking_id: tracking(ours) },
      })
      .where(
        and(
          eq(reconciliationRows.shopId, shopId),
          eq(reconciliationRows.reconciliationId, row.reconciliationId),
          eq(reconciliationRows.position, row.position),
        ),
      )
  }
}

/** UIDs of the transactions of these customers. */
async function uidsOf(tx: Database, shopId: string, customerIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ uid: string }>(sql`
    SELECT DISTINCT uid FROM (${transactionsOf(shopId, sql`${sql.param(customerIds)}::text[]`)}) own
    WHERE uid IS NOT NULL`)
  return rows.map(({ uid }) => uid)
}

/** Rows that may be about them: those of their transactions, and those that found no payment here and may name them. */
async function candidates(
  tx: Database,
  shopId: string,
  person: Person,
  theirUids: readonly string[],
): Promise<Row[]> {
  const rows = await tx
    .select()
    .from(reconciliationRows)
    .where(
      and(
        eq(reconciliationRows.shopId, shopId),
        inArray(
          reconciliationRows.reconciliationId,
          tx
            .select({ id: reconciliations.id })
            .from(reconciliations)
            .where(eq(reconciliations.shopId, shopId)),
        ),
        sql`(uid = ANY(${sql.param(theirUids)}::text[]) OR matched_uid = ANY(${sql.param(theirUids)}::text[]))`,
      ),
    )
    .for('update')
  const known = new Set(rows.map(keyOf))
  const named = await rowsNaming(tx, shopId, person)
  return [...rows, ...named.filter((row) => !known.has(keyOf(row)))]
}

type Row = typeof reconciliationRows.$inferSelect
const keyOf = ({ reconciliationId, position }: Row) => `${reconciliationId} ${position}`

/** Reads only rows without a payment here, which are few: no index covers texts. */
function rowsNaming(tx: Database, shopId: string, { externalIds, names }: Person): Promise<Row[]> {
  const texts = sql`concat_ws(' ', tracking_id, amount_text, ours ->> 'tracking_id')`
  const patterns = [...names.texts, ...names.words].map(
    (one) => `%${one.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
  )
  const numbers = names.texts
    .map(digitsOf)
    .filter((digits) => digits.length >= duplicateDigits)
    .map((digits) => `%${digits.slice(-duplicateDigits)}%`)
  const ids = externalIds.map((id) => id.toLowerCase())
  return tx
    .select()
    .from(reconciliationRows)
    .where(
      and(
        eq(reconciliationRows.shopId, shopId),
        isNull(reconciliationRows.matchedUid),
        sql`${texts} <> ''`,
        or(
          sql`regexp_split_to_array(lower(tracking_id), '\\s*;\\s*') && ${sql.param(ids)}::text[]`,
          sql`${texts} ILIKE ANY(${sql.param(patterns)}::text[])`,
          sql`regexp_replace(${texts}, '\\D', '', 'g') LIKE ANY(${sql.param(numbers)}::text[])`,
        ),
      ),
    )
    .for('update')
}
