import 'server-only'
import { validate as isUuid } from 'uuid'
import { maskCards } from '../../../../core/server/search/card-numbers'
import { cutText } from '../../../../core/server/search/contacts-in-text'
import { isCurrency } from '../../../../gateway/values/currencies'
import { minorUnitExponent, type MinorUnitOverrides } from '../../../../gateway/values/minor-units'
import type { CsvRecord } from '../../../../jobs/server/imports/csv-read'
import type { StatementMapping } from '../../../reconciliation/reconciliation'
import type { RowProblem, StatementTarget, StatementType } from '../../../reconciliation/statement'
import { typeKeyOf } from '../../../reconciliation/statement-guess'
import { otherUnitIn, unitPattern } from '../../../reconciliation/statement-unit'
import { readAmount, readTime, statusOfWord, testOfWord } from './read-cells'
import type { reconciliationRows } from '../tables'

type Row = typeof reconciliationRows.$inferSelect
/** A row as it is stored first: read, and compared with nothing yet. */
export type ReadRow = Omit<
  Row,
  'shopId' | 'reconciliationId' | 'matchedUid' | 'matchedBy' | 'differences' | 'ours' | 'recordedAt'
>

const longestReference = 255
const longestAmount = 60

/** The first cell of a row that adds up others; “SUM-1001” is the number of an order. */
const totalWords =
  /^(?:sub|grand )?-?(?:totals?|sums?|summe|gesamt(?:summe|betrag)?|zwischensumme|somme|totale|razem|suma|итого|всего)(?![\p{L}\p{N}]|-\p{N})/iu

/** The first cell of a row that says how much an account held; “Balance bike” is an article. */
const balanceWords = new RegExp(
  `^(?:${[
    '(?:opening|closing|starting|ending|beginning|initial|final|previous|current|available) balance',
    'balance (?:brought|carried) forward',
    '(?:anfangs|end|schluss)saldo',
    '(?:alter|neuer) (?:saldo|kontostand)',
    'solde (?:initial|final)',
    'saldo (?:inicial|iniziale|finale?|początkowe|końcowe)',
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
)

const firstOf = (cells: readonly string[]): string => cells.find((one) => one.trim() !== '')?.trim() ?? ''

/** Whether a row begins like one that adds up others or says what an account held. A payment can be named so, too. */
export function isNamedLikeTotal(cells: readonly string[]): boolean {
  const first = firstOf(cells)
  return totalWords.test(first) || balanceWords.test(first)
}

/** Returns a function that reads the rows of a file. It keeps only the columns that the mapping names. */
export function statementReader(
  mapping: StatementMapping,
  header: readonly string[],
  minorUnits: MinorUnitOverrides,
): (record: CsvRecord) => ReadRow {
  const places = new Map<StatementTarget, number>()
  mapping.columns.forEach((target, at) => target !== null && places.set(target, at))
  const lastPlace = Math.max(...places.values())
  const width = header.findLastIndex((name) => name.trim() !== '') + 1
  /** The last cell of a short row may have lost its end. In a long row, a separator may have cut a cell in two. */
  const misshapenIn = (cells: readonly string[]): Misshapen => {
    if (cells.slice(header.length).some((one) => one.trim() !== '')) return 'too_long'
    return cells.length < width && lastPlace >= cells.length - 1 ? 'cut' : null
  }
  // Files that were joined repeat their byte order mark too.
  const isHeader = (cells: readonly string[]) =>
    cells.every((one, at) => one.replace(/^\ufeff/, '') === header[at])
  return ({ position, cells }) => {
    const cell = (target: StatementTarget): string =>
      (cells[places.get(target) ?? -1] ?? '').replace(/[\0\p{Surrogate}]/gu, '\ufffd').trim()
    const problems = new Set<RowProblem>()
    const misshapen = misshapenIn(cells)
    const isWhole = misshapen === null
    const time = readRowTime(cell('time'), mapping, problems)
    const { type: written, isNoPayment } = readType(cell('type'), mapping, problems)
    const money = readMoney(cell('amount'), cell('currency'), { mapping, minorUnits, isWhole, problems })
    const type = written ?? (problems.has('type') ? null : money.isNegative ? 'refund' : 'payment')
    if (type === 'payment' && money.isNegative) problems.add('sign')
    const uid = uidOf(cell('uid'))
    // Masked as in notifications, so that it is still found.
    const trackingId = reference(maskCards(cell('tracking_id'), 'tracking_id'))
    const status = readStatus(cell('status'), { type, isMapped: places.has('status'), problems })
    const isTest = cell('test') === '' ? null : testOfWord(cell('test'))
    if (cell('test') !== '' && isTest === null) problems.add('test')
    const hasOrder = !['', firstOf(cells)].includes(cell('tracking_id'))
    // A payment can be named like a sum. It has a UID, or an order and a time; a sum may have a time alone.
    const isPayment = isUuid(cell('uid')) || (hasOrder && time !== null)
    const isTotal = isNamedLikeTotal(cells) && !isPayment
    const hasReference = (uid !== null || trackingId !== null || time !== null) && !isHeader(cells)
    const unread = unreadReason({ isTotal, isNoPayment, hasReference, misshapen })
    return {
      position,
      result: unread === null ? 'pending' : 'unread',
      uid,
      trackingId,
      parentUid: uidOf(cell('parent_uid')),
      type,
      status,
      test: isTest,
      amount: money.amount,
      // The limit may leave half a character, which the database refuses.
      amountText:
        money.amount === null && cell('amount') !== ''
          ? cutText(maskCards(cell('amount')), longestAmount).toWellFormed()
          : null,
      isNegative: money.isNegative,
      currency: money.currency,
      fee: isWhole ? readFee(cell('fee'), money.currency, { mapping, minorUnits }) : null,
      at: isWhole ? (time?.at ?? null) : null,
      day: isWhole ? (time?.day ?? null) : null,
      problems: reasonsOf({ unread, misshapen, problems }),
    }
  }
}

type Misshapen = 'cut' | 'too_long' | null
type Unread = { isTotal: boolean; isNoPayment: boolean; hasReference: boolean; misshapen: Misshapen }

/** Why a row is not compared; null if it is. In a long row, the word for no payment may belong to another column. */
function unreadReason({ isTotal, isNoPayment, hasReference, misshapen }: Unread): RowProblem | null {
  if (isTotal) return 'total'
  if (isNoPayment && misshapen !== 'too_long') return 'type'
  return hasReference ? null : 'no_reference'
}

type Reasons = { unread: RowProblem | null; misshapen: Misshapen; problems: Set<RowProblem> }

/** Keeps, of several reasons, those that explain the others. */
function reasonsOf({ unread, misshapen, problems }: Reasons): RowProblem[] {
  if (unread === 'no_reference' && misshapen === 'too_long') return [unread, misshapen]
  if (unread !== null) return [unread]
  return misshapen === null ? [...problems] : [misshapen]
}

const reference = (text: string): string | null =>
  text === '' || text.length > longestReference ? null : text

/** The gateway writes its UUIDs in lower case; a statement may not. */
const uidOf = (text: string): string | null => reference(isUuid(text) ? text.toLowerCase() : text)

function readRowTime(text: string, mapping: StatementMapping, problems: Set<RowProblem>) {
  const time = text === '' ? null : readTime(text, mapping)
  if (time === null && mapping.columns.includes('time')) problems.add('time')
  return time
}

/** The meaning of a word that the mapping lacks is not guessed: it is the problem `type`. */
function readType(
  text: string,
  { columns, types }: StatementMapping,
  problems: Set<RowProblem>,
): { type: StatementType | null; isNoPayment: boolean } {
  if (!columns.includes('type')) return { type: null, isNoPayment: false }
  const word = typeKeyOf(text)
  const isMapped = Object.hasOwn(types, word)
  const type = isMapped ? (types[word] ?? null) : null
  if (type === null) problems.add('type')
  return { type, isNoPayment: isMapped && type === null }
}

type Status = { type: StatementType | null; isMapped: boolean; problems: Set<RowProblem> }

function readStatus(text: string, { type, isMapped, problems }: Status): string | null {
  // Unless it says otherwise, a statement lists what succeeded.
  if (!isMapped) return 'successful'
  const status = statusOfWord(text, type)
  if (status === null) problems.add('status')
  return status
}

type Money = {
  mapping: StatementMapping
  minorUnits: MinorUnitOverrides
  isWhole: boolean
  problems: Set<RowProblem>
}

function readMoney(text: string, code: string, { mapping, minorUnits, isWhole, problems }: Money) {
  const upper = code.toUpperCase()
  const currency = mapping.columns.includes('currency')
    ? /^[A-Z]{3}$/.test(upper)
      ? upper
      : null
    : mapping.currency
  if (currency === null) problems.add('currency')
  const exponent = currency === null ? null : exponentOf(currency, minorUnits)
  const none = { amount: null, currency, isNegative: hasMinus(text) }
  if (text === '') {
    if (isWhole) problems.add('no_amount')
    return none
  }
  if (!isWhole || currency === null) return none
  const read = readAmount(text, mapping, exponent)
  if ('problem' in read) {
    problems.add(read.problem)
    return none
  }
  if (otherUnitIn(text, currency) !== null) {
    problems.add('other_currency')
    return none
  }
  return { amount: read.minor, currency, isNegative: read.isNegative }
}

/** Whether an amount that cannot be read has a minus or its parenthesis. */
const hasMinus = (text: string): boolean => minusBefore.test(text) || /\d\s?[-−–—]$/.test(text)
const minusBefore = new RegExp(String.raw`^\D*?[-−–—(]\s?(?:${unitPattern.source})?\s?\d`, 'u')

/** Null: not stated, or not readable. A fee keeps its sign: some statements write fees with a minus. */
function readFee(
  text: string,
  currency: string | null,
  { mapping, minorUnits }: Pick<Money, 'mapping' | 'minorUnits'>,
): number | null {
  if (text === '' || currency === null || otherUnitIn(text, currency) !== null) return null
  const read = readAmount(text, mapping, exponentOf(currency, minorUnits))
  if ('problem' in read) return null
  return read.isNegative ? -read.minor : read.minor
}

const exponentOf = (currency: string, minorUnits: MinorUnitOverrides): number | null =>
  isCurrency(currency) ? minorUnitExponent(currency, minorUnits) : null
