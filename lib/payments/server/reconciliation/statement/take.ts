import 'server-only'
import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { recordActivity } from '../../../../core/server/activity/record'
import type { ActorContext } from '../../../../core/server/context'
import { AppError } from '../../../../core/server/errors'
import { parseJson } from '../../../../core/server/route/body'
import { parse } from '../../../../core/server/route/route'
import { maskCards } from '../../../../core/server/search/card-numbers'
import { publishLiveEvent } from '../../../../core/server/live'
import { getTranslator } from '../../../../core/i18n/server'
import { maxImportBytes } from '../../../../jobs/import'
import { type CsvRecord, readCsv } from '../../../../jobs/server/imports/csv-read'
import { fileProblem } from '../../../../jobs/server/imports/reasons'
import { uploadBody } from '../../../../jobs/server/imports/upload-body'
import {
  maxMappingBytes,
  reconciliationDetail,
  statementMapping,
  type ReconciliationCounts,
  type ReconciliationCreate,
  type ReconciliationDetail,
  type StatementMapping,
} from '../../../reconciliation/reconciliation'
import { readReconciliation } from '../read'
import { isStatementColumn, headerKey, setFormat, usualFormat, type Asked } from './preview'
import { type ReadRow, statementReader } from './read-row'
import { wakeReconciliation } from '../run'
import { reconciliationRows, reconciliations, statementMappings } from '../tables'

/**
 * Stores the rows of a statement as they arrive, without the columns that are not read, and starts comparing them with
 * the ledger. Keeps nothing of a refused or interrupted upload.
 * @throws AppError `too_large`, `not_json`, `invalid` at `file` or a field of the mapping, `upload_cut`; RequestCutOff
 */
export async function takeStatement(
  context: ActorContext,
  { query, request }: Asked<Omit<ReconciliationCreate, 'mapping'>>,
): Promise<Response> {
  const upload = await splitUpload(uploadBody(request, maxMappingBytes + maxImportBytes))
  const mapping = parse(statementMapping, upload.mapping)
  const run = await reconcileFile(context, { ...query, mapping, body: upload.file })
  return Response.json(reconciliationDetail.parse(run), {
    status: 202,
    headers: { 'Cache-Control': 'no-store' },
  })
}

export async function reconcileFile(
  context: ActorContext,
  file: ReconciliationCreate & { body: AsyncIterable<Uint8Array> },
): Promise<ReconciliationDetail> {
  const { engine, shop, actor } = context
  const id = uuidv7()
  const whereRun = and(eq(reconciliations.shopId, shop.id), eq(reconciliations.id, id))
  const mapping = withoutCards(file.mapping)
  await engine.db.insert(reconciliations).values({
    shopId: shop.id,
    id,
    state: 'reading',
    fileName: file.name,
    format: usualFormat,
    mapping,
    counts: noCounts,
    createdAt: new Date(),
    createdBy: actor.userId,
    movedAt: sql`now()`,
  })
  try {
    const { days, ...stored } = await store(context, id, file)
    const { from = days?.from ?? null, to = days?.to ?? null } = file
    await engine.db.transaction(async (tx) => {
      const [begun] = await tx
        .update(reconciliations)
        .set({ ...stored, state: 'matching', done: 0, dayFrom: from, dayTo: to, movedAt: sql`now()` })
        .where(and(whereRun, eq(reconciliations.state, 'reading')))
        .returning({ id: reconciliations.id })
      if (!begun) throw new AppError('upload_cut')
      await tx
        .insert(statementMappings)
        .values({
          shopId: shop.id,
          header: headerKey(stored.format.header),
          mapping,
          usedAt: new Date(),
        })
        .onConflictDoUpdate({
          target: [statementMappings.shopId, statementMappings.header],
          set: { mapping, usedAt: new Date() },
        })
      await recordActivity(tx, context, {
        action: 'reconciliation.created',
        subject: id,
        detail: { rows: stored.counts.rows, from, to, hash: stored.fileHash },
      })
    })
  } catch (error) {
    await forgetStatement(context, id)
    throw error
  }
  await wakeReconciliation(engine, { shopId: shop.id, id })
  await publishLiveEvent(context, { kind: 'reconciliation', id })
  return readReconciliation(context, id)
}

const noCounts: ReconciliationCounts = {
  rows: 0,
  matched: 0,
  differing: 0,
  only_there: 0,
  only_here: 0,
  repeated: 0,
  unread: 0,
  recordable: 0,
  unknown_uids: 0,
  recorded: 0,
  tests: 0,
  other_currencies: 0,
}

const batchRows = 1000

/** @throws AppError `too_large` if the mapping has no end; `not_json` */
async function splitUpload(body: AsyncGenerator<Uint8Array, void>) {
  let begun = Buffer.alloc(0)
  let end = -1
  while (end < 0 && begun.byteLength <= maxMappingBytes) {
    const { value, done } = await body.next()
    if (done) break
    begun = Buffer.concat([begun, value])
    end = begun.indexOf('\n')
  }
  const length = end < 0 ? begun.byteLength : end
  if (length > maxMappingBytes) throw new AppError('too_large')
  const file = async function* () {
    yield begun.subarray(length + 1)
    yield* body
  }
  return { mapping: parseJson(begun.subarray(0, length)), file: file() }
}

/** The words of the type's column are cells of the file. */
const withoutCards = (mapping: StatementMapping): StatementMapping => ({
  ...mapping,
  types: Object.fromEntries(Object.entries(mapping.types).map(([word, type]) => [maskCards(word), type])),
})

/** Reads and stores all rows. `days`: the first and the last day in them. */
async function store(
  context: ActorContext,
  id: string,
  file: ReconciliationCreate & { body: AsyncIterable<Uint8Array> },
) {
  const hash = createHash('sha256')
  const format = { ...usualFormat }
  let read: ((record: CsvRecord) => ReadRow) | null = null
  let batch: ReadRow[] = []
  let rows = 0
  let bytes = 0
  let days = null as { from: string; to: string } | null
  const hashed = async function* () {
    for await (const piece of file.body) {
      hash.update(piece)
      bytes += piece.byteLength
      yield piece
    }
  }
  for await (const record of readCsv(hashed(), setFormat(format), { isColumn: isStatementColumn })) {
    if (!read) {
      format.header = record.cells
      if (file.mapping.columns.length !== record.cells.length)
        throw new AppError('invalid', { errors: { columns: [getTranslator('issues')('invalid')] } })
      read = statementReader(file.mapping, record.cells, context.shop.minorUnits)
      continue
    }
    const row = read(record)
    if (row.day !== null && row.result === 'pending')
      days = {
        from: days && days.from < row.day ? days.from : row.day,
        to: days && days.to > row.day ? days.to : row.day,
      }
    batch.push(row)
    rows++
    if (batch.length < batchRows) continue
    await addRows(context, id, batch, rows)
    batch = []
  }
  if (!read || rows === 0) throw fileProblem('no_rows')
  await addRows(context, id, batch, rows)
  // The text by which a guessed encoding is checked may be a name.
  const { example: _example, ...known } = format
  return {
    fileHash: hash.digest('hex'),
    fileBytes: bytes,
    format: { ...known, header: known.header.map((cell) => maskCards(cell)) },
    counts: { ...noCounts, rows },
    days,
  }
}

const whereReading = (shopId: string, id: string) =>
  and(eq(reconciliations.shopId, shopId), eq(reconciliations.id, id), eq(reconciliations.state, 'reading'))

/** @throws AppError `upload_cut` if the run has ended meanwhile */
async function addRows({ engine, shop }: ActorContext, id: string, rows: ReadRow[], done: number) {
  await engine.db.transaction(async (tx) => {
    const [updated] = await tx
      .update(reconciliations)
      .set({ done, movedAt: sql`now()` })
      .where(whereReading(shop.id, id))
      .returning({ id: reconciliations.id })
    if (!updated) throw new AppError('upload_cut')
    if (rows.length === 0) return
    const named = rows.map((row) => ({
      shop_id: shop.id,
      reconciliation_id: id,
      position: row.position,
      result: row.result,
      uid: row.uid,
      tracking_id: row.trackingId,
      parent_uid: row.parentUid,
      type: row.type,
      status: row.status,
      test: row.test,
      amount: row.amount,
      amount_text: row.amountText,
      is_negative: row.isNegative,
      currency: row.currency,
      fee: row.fee,
      at: row.at,
      day: row.day,
      differences: [],
      problems: row.problems,
    }))
    await tx.execute(
      sql`INSERT INTO ${reconciliationRows} SELECT * FROM json_populate_recordset(NULL::${reconciliationRows}, ${JSON.stringify(named)}::json)`,
    )
  })
}

/** Deletes what a refused or interrupted upload has left. */
async function forgetStatement({ engine, shop }: ActorContext, id: string): Promise<void> {
  await engine.db.transaction(async (tx) => {
    const [gone] = await tx
      .delete(reconciliations)
      .where(whereReading(shop.id, id))
      .returning({ id: reconciliations.id })
    if (gone)
      await tx
        .delete(reconciliationRows)
        .where(and(eq(reconciliationRows.shopId, shop.id), eq(reconciliationRows.reconciliationId, id)))
  })
}
