import 'server-only'
import type { Separator } from '../../../core/lists/csv-export'
import type { TestOffice } from '../../../testing/office'
import {
  statementPreview,
  type ReconciliationDetail,
  type ReconciliationRowItem,
  type ReconciliationRowsFilter,
  type StatementMapping,
} from '../../reconciliation/reconciliation'
import { reconciliationExportColumns } from '../../reconciliation/export'
import { previewBytes } from '../../reconciliation-client'
import type { RowResult } from '../../reconciliation/statement'
import { exportReconciliationRows } from './export'
import { recordReconciliation, undoReconciliation, sayMissing } from './order'
import { previewStatement } from './statement/preview'
import { readReconciliation } from './read'
import { listReconciliationRows, totalReconciliationRows } from './rows'
import { workOnReconciliation } from './run'
import { reconcileFile } from './statement/take'

type Options = Partial<StatementMapping> & { from?: string; to?: string }

/** Bytes of a piece of a file; odd, so that letters of several bytes are cut. */
const pieceBytes = 333

export async function* inPieces(file: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += pieceBytes) yield file.subarray(at, at + pieceBytes)
}

/** For tests: reconciles statements in the office's shop. */
export function statementsOf({ context, engine }: Pick<TestOffice, 'context' | 'engine'>) {
  const work = async (id: string): Promise<ReconciliationDetail> => {
    await workOnReconciliation(engine, { shopId: context.shop.id, id }, { until: Infinity })
    return readReconciliation(context, id)
  }
  const preview = async (file: Uint8Array | string, { whole = true } = {}) => {
    const request = new Request('http://office.example', { method: 'POST', body: Buffer.from(file) })
    const query = { whole: whole ? ('true' as const) : ('false' as const), zone: 'UTC' }
    return statementPreview.parse(await (await previewStatement(context, { query, request })).json())
  }
  const take = async (file: Uint8Array | string, { from, to, ...change }: Options = {}) => {
    const bytes = Buffer.from(file)
    const beginning = bytes.subarray(0, previewBytes)
    const { mapping } = await preview(beginning, { whole: beginning.length === bytes.length })
    const body = inPieces(bytes)
    return reconcileFile(context, {
      name: 'statement.csv',
      mapping: { ...mapping, ...change },
      from,
      to,
      body,
    })
  }
  const reconcile = async (...given: Parameters<typeof take>) => work((await take(...given)).id)
  const record = async (id: string) => work((await recordReconciliation(context, id)).id)
  return {
    preview,
    work,
    /** Reads a file as it is guessed, unless `options` say otherwise. */
    take,
    reconcile,
    record,
    read: (id: string) => readReconciliation(context, id),
    /**
     * Records payments that only a statement has, a line each. The shop must have the payment `known` of 1.00 EUR of
     * that time: its UID shows that the statement has the shop's UIDs.
     */
    recordLines: async (lines: string[], at: string) => {
      const header = 'uid,order_id,amount,currency,paid_at,type,parent_uid'
      const run = await reconcile([header, `known,,1.00,EUR,${at},payment,`, ...lines].join('\n'))
      return record(run.id)
    },
    undo: async (id: string) => work((await undoReconciliation(context, id)).id),
    missing: (id: string, reason: string) => sayMissing(context, id, { reason }),
    totals: async (id: string, result: RowResult) =>
      (await totalReconciliationRows(context, id, { result })).items,
    csv: async (id: string, query: ReconciliationRowsFilter, separator: Separator = 'comma') => {
      const file = { query, columns: reconciliationExportColumns, separator, bom: false }
      const lines: string[] = []
      for await (const piece of await exportReconciliationRows(context, id, file)) lines.push(piece)
      return lines.join('').trimEnd().split('\r\n')
    },
    rows: async (id: string, result: RowResult): Promise<ReconciliationRowItem[]> =>
      (await listReconciliationRows(context, id, { result, limit: 200 })).items,
  }
}
