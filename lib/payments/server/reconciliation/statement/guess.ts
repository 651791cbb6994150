import 'server-only'
import { validate as isUuid } from 'uuid'
import { isCurrency } from '../../../../gateway/currencies'
import { guessColumns } from '../../../../jobs/server/imports/columns'
import type { StatementPreview } from '../../../reconciliation'
import type { StatementTarget } from '../../../statement'
import { withColumns } from '../../../statement-guess'

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

/** May be UIDs of the gateway, or numbers of the shop or the bank. The cells tell. */
const mayBeUid = /^\W*(?:id|tx\W?id|transaction(?:\W?id)?|payment\W?id|transaktion(?:s\W?id)?)\W*$/i

type Guess = Pick<StatementPreview, 'mapping' | 'undecided'>

/** Guesses how a statement is read, from its header and first rows. */
export function guessMapping(header: string[], rows: string[][], zone: string): Guess {
  // “Amount (EUR)” is named like “Amount”.
  const columns = guessColumns(
    header.map((name) => withoutCurrency(name)),
    names,
  )
  const id = header.findIndex((name, at) => {
    const cells = rows.map((row) => (row[at] ?? '').trim()).filter(Boolean)
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
