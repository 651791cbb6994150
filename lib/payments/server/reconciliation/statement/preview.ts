import 'server-only'
import type { z } from 'zod'
import { validate as isUuid } from 'uuid'
import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { ActorContext } from '../../../../core/server/context'
import { zoneOf } from '../../../../core/server/shop/load'
import { type CsvRecord, readCsv, type FoundFormat } from '../../../../jobs/server/imports/csv-read'
import { maskCards } from '../../../../core/server/search/card-numbers'
import { fileProblem } from '../../../../jobs/server/imports/reasons'
import { uploadBody } from '../../../../jobs/server/imports/upload-body'
import {
  statementPreview,
  type statementPreviewQuery,
  type StatementPreview,
  statementMapping,
  type StatementFormat,
  type StatementMapping,
} from '../../../reconciliation/reconciliation'
import { typeKeyOf, typesIn, withColumns } from '../../../reconciliation/statement-guess'
import { isCurrency } from '../../../../gateway/values/currencies'
import { guessColumns } from '../../../../jobs/server/imports/columns'
import type { StatementTarget } from '../../../reconciliation/statement'
import { shownTypes } from '../read'
import { isNamedLikeTotal } from './read-row'
import { statementMappings } from '../tables'

/** Bytes of a file's beginning, for a preview. */
const maxPreview = 512 * 1024
const sampleRows = 50
/** Characters of a cell that are shown, and by which it is guessed how the file is written. */
const shownLength = 200

/**
 * Shows the beginning of a file, and how it would be read: as a file with this header was read before, or a guess.
 * Stores nothing.
 * @throws AppError `too_large`, `invalid` at `file`
 */
export async function previewStatement(
  context: ActorContext,
  { query, request }: Asked<z.output<typeof statementPreviewQuery>>,
): Promise<Response> {
  const pieces: Uint8Array[] = []
  for await (const piece of uploadBody(request, maxPreview)) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  const format = { ...usualFormat }
  const records: CsvRecord[] = []
  const beginning = query.whole === 'true' ? bytes : wholeLines(bytes)
  for await (const record of readCsv(once(beginning), setFormat(format), {
    most: sampleRows + 1,
    isColumn: isStatementColumn,
  }))
    records.push(record)
  const [header, ...rows] = records.map(({ cells }) => cells)
  if (!header || rows.length === 0) throw fileProblem('no_rows')
  const sample = rows.map((cells) => cells.map((cell) => cell.slice(0, shownLength)))
  const guess = guessMapping(header, sample, zoneOf(context.shop, query.zone))
  const known = await rememberedMapping(context, header)
  const types = known && typesIn({ header, sample }, known)
  const answer = {
    ...format,
    header,
    sample,
    // The file may have words that were not met before.
    mapping:
      known && types
        ? { ...known, types: shownTypes(context.actor, types, sample.flat().map(typeKeyOf)) }
        : guess.mapping,
    remembered: known !== null,
    undecided: known ? [] : guess.undecided,
  }
  return Response.json(statementPreview.parse(answer), { headers: { 'Cache-Control': 'no-store' } })
}

/** Ends after the last whole line. In UTF-16 a line end has two bytes. */
function wholeLines(bytes: Buffer): Buffer {
  const end = Math.max(bytes.lastIndexOf(0x0a), bytes.lastIndexOf(0x0d)) + 1
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  return end === 0 ? bytes : bytes.subarray(0, isWide ? end + (end % 2) : end)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Names of columns, compared without case, spaces and punctuation. */
const names: Record<StatementTarget, string> = {
  uid: 'uid transactionuid gatewayuid',
  tracking_id:
    'trackingid orderid ordernumber orderno order merchantreference merchantorderid reference invoice invoiceid bestellnummer referenz',
  amount:
    'amount transactionamount amountminor grossamount gross betrag bruttobetrag montant importo importe kwota',
  fee: 'fee fees feeamount transactionfee processingfee commission gebühr gebühren frais commissions comisión prowizja',
  currency: 'currency currencycode ccy währung waehrung devise valuta divisa waluta',
  time: 'paidat createdat date datetime time timestamp transactiondate transactiontime processedat datum bookingdate zeit zeitpunkt',
  type: 'type transactiontype kind operation typ art',
  status: 'status state result',
  parent_uid: 'parentuid parentid parenttransaction originaltransactionid originaluid paymentuid',
  test: 'test testmode istest',
}

export const isStatementColumn = (cell: string): boolean =>
  guessColumns([withoutCurrency(cell)], names)[0] !== null

/** May be UIDs of the gateway, or numbers of the shop or the bank. The cells show which. */
const mayBeUid =
  /^\W*(?:id|tx\W?id|transaction(?:\W?(?:id|number|no))?|payment\W?id|transaktion(?:s\W?(?:id|nummer|nr))?)\W*$/i

type Guess = Pick<StatementPreview, 'mapping' | 'undecided'>

/** Guesses how a statement is read, from its header and first rows. */
export function guessMapping(header: string[], rows: string[][], zone: string): Guess {
  // “Amount (EUR)” is named like “Amount”.
  const columns = guessColumns(
    header.map((name) => withoutCurrency(name)),
    names,
  )
  const payments = rows.filter((row) => !isNamedLikeTotal(row))
  const id = header.findIndex((name, at) => {
    const cells = payments.map((row) => (row[at] ?? '').trim()).filter(Boolean)
    return columns[at] === null && mayBeUid.test(name) && cells.length > 0 && cells.every(isUuid)
  })
  if (!columns.includes('uid') && id >= 0) columns[id] = 'uid'
  const currency = columns.includes('currency') ? null : currencyIn(header)
  const { mapping, undecided } = withColumns(unread(zone), columns, { header, sample: rows })
  const isOpen = currency === null && !columns.includes('currency')
  return {
    mapping: { ...mapping, currency },
    undecided: isOpen ? [...undecided, 'currency'] : undecided,
  }
}

const unread = (zone: string): Guess => ({
  mapping: { columns: [], amounts: 'major', decimal: '.', dates: 'ymd', zone, currency: null, types: {} },
  undecided: [],
})

/** A currency in the name of a column, such as “Amount (EUR)”. */
const currencyIn = (header: readonly string[]): string | null =>
  header.flatMap((name) => name.match(/\b[A-Z]{3}\b/g) ?? []).find(isCurrency) ?? null

/** “UID” alone is no currency. */
const withoutCurrency = (name: string): string => {
  const [code] = /[A-Z]{3}(?=\W*$)/.exec(name) ?? []
  return code !== undefined && isCurrency(code) ? name.slice(0, name.lastIndexOf(code)) : name
}

export type Asked<Query> = { query: Query; request: Request }

export const usualFormat: StatementFormat = { header: [], delimiter: ',', encoding: 'utf-8' }

export const setFormat = (format: StatementFormat) => (found: FoundFormat) =>
  void Object.assign(format, found)

/** Identifies a header without its card numbers, which a hash of the whole would help to find. */
export const headerKey = (header: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(header.map((name) => maskCards(name))))
    .digest('hex')

/** Returns how a file with this header was read last. */
async function rememberedMapping(
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
