import 'server-only'
import { isCurrency } from '../../../gateway/currencies'
import { guessColumns } from '../../../jobs/server/imports/columns'
import type { StatementMapping, StatementPreview } from '../../reconciliation'
import type { DateOrder, DecimalMark, StatementTarget } from '../../statement'
import { typeOfWord } from './read-cells'

/** Names of columns, compared without case, spaces and punctuation. */
const names: Record<StatementTarget, string> = {
  uid: 'uid transactionuid transactionid txid transaction paymentid gatewayuid transaktionsid transaktion',
  tracking_id:
    'trackingid orderid ordernumber orderno order merchantreference merchantorderid reference invoice invoiceid bestellnummer referenz',
  amount:
    'amount transactionamount amountminor grossamount gross betrag bruttobetrag montant importo importe kwota',
  currency: 'currency currencycode ccy währung waehrung devise valuta divisa waluta',
  time: 'paidat createdat date datetime time timestamp transactiondate transactiontime processedat datum bookingdate zeit zeitpunkt',
  type: 'type transactiontype kind operation typ art',
  status: 'status state result',
  parent_uid: 'parentuid parentid parenttransaction originaltransactionid originaluid paymentuid',
  test: 'test testmode istest',
}

type Guess = { mapping: StatementMapping; undecided: StatementPreview['undecided'] }

/** Guesses how a statement is read, from its header and first rows. */
export function guessMapping(header: readonly string[], rows: readonly string[][], zone: string): Guess {
  // “Amount (EUR)” is named like “Amount”.
  const columns = guessColumns(
    header.map((name) => withoutCurrency(name)),
    names,
  )
  const id = header.findIndex((name) => /^\W*id\W*$/i.test(name))
  if (!columns.includes('uid') && id >= 0 && columns[id] === null) columns[id] = 'uid'
  const cellsOf = (target: StatementTarget): string[] => {
    const at = columns.indexOf(target)
    return at < 0 ? [] : rows.map((cells) => (cells[at] ?? '').trim()).filter(Boolean)
  }
  const amountName = header[columns.indexOf('amount')] ?? ''
  const decimal = decimalOf(cellsOf('amount'))
  const dates = datesOf(cellsOf('time'))
  const currency = columns.includes('currency') ? null : currencyIn(header)
  const typeWords = new Set(cellsOf('type').map((word) => word.toLowerCase().slice(0, 100)))
  return {
    mapping: {
      columns,
      amounts: /minor|cents?\b/i.test(amountName) ? 'minor' : 'major',
      decimal: decimal ?? '.',
      dates: dates ?? 'dmy',
      zone,
      currency,
      types: Object.fromEntries([...typeWords].map((word) => [word, typeOfWord(word)])),
    },
    undecided: [
      ...(decimal === null ? (['decimal'] as const) : []),
      ...(dates === null ? (['dates'] as const) : []),
      ...(currency === null && !columns.includes('currency') ? (['currency'] as const) : []),
    ],
  }
}

/** The decimal mark of these amounts; null if it may be either. */
function decimalOf(amounts: readonly string[]): DecimalMark | null {
  const marks = new Set<DecimalMark>()
  let hasSeparator = false
  for (const amount of amounts) {
    const [last] = /[.,](?=[^.,]*$)/.exec(amount) ?? []
    if (last === undefined) continue
    hasSeparator = true
    const digits = /\d*(?=\D*$)/.exec(amount.slice(amount.lastIndexOf(last) + 1))?.[0].length ?? 0
    const isMixed = amount.includes('.') && amount.includes(',')
    if (digits !== 3 || isMixed) marks.add(last as DecimalMark)
  }
  const [mark] = marks
  if (!hasSeparator) return '.'
  return marks.size === 1 && mark ? mark : null
}

function datesOf(times: readonly string[]): DateOrder | null {
  const orders = new Set<DateOrder>()
  let isAny = false
  for (const time of times) {
    const [, first = '', second = ''] = /^(\d{1,4})[-./](\d{1,2})[-./]/.exec(time) ?? []
    if (first === '') continue
    isAny = true
    if (first.length === 4) orders.add('ymd')
    else if (Number(first) > 12) orders.add('dmy')
    else if (Number(second) > 12) orders.add('mdy')
    // Points separate days from months in that order only.
    else if (/^\d+\./.test(time)) orders.add('dmy')
  }
  const [order] = orders
  if (!isAny) return 'ymd'
  return orders.size === 1 && order ? order : null
}

/** A currency in the name of a column, such as “Amount (EUR)”. */
const currencyIn = (header: readonly string[]): string | null =>
  header.flatMap((name) => name.match(/\b[A-Z]{3}\b/g) ?? []).find(isCurrency) ?? null

/** “UID” alone is no currency. */
const withoutCurrency = (name: string): string => {
  const [code] = /[A-Z]{3}(?=\W*$)/.exec(name) ?? []
  return code !== undefined && isCurrency(code) ? name.slice(0, name.lastIndexOf(code)) : name
}
