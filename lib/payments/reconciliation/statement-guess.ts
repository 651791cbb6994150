/** Guesses how a statement is written, from its first rows. For the preview, and for columns that a person chooses. */
import { decimalMarkIn, type DecimalMark } from '../../core/format/typed-money'
import type { StatementMapping, StatementPreview } from './reconciliation'
import type { DateOrder, StatementTarget, StatementType } from './statement'

const words = (text: string) => new Set(text.split(/\s+/))
const typeWords: Record<StatementType, ReadonlySet<string>> = {
  payment: words('payment charge capture sale purchase zahlung cr c'),
  refund: words('refund return rückzahlung erstattung gutschrift dr d debit'),
  chargeback: words('chargeback dispute rückbuchung'),
}

const longestWord = 100

/** Returns a cell of the type's column as a key of the mapping's `types`. */
export const typeKeyOf = (cell: string): string =>
  cell
    .trim()
    .toLowerCase()
    .slice(0, longestWord)
    .replace(/[\0\p{Surrogate}]/gu, '\ufffd')

/**
 * Guesses what a word in the type's column means; null is no payment. Voids and reversals are not refunds: most belong
 * to an authorization, which took no money.
 */
function typeOfWord(word: string): StatementType | null {
  const known = Object.entries(typeWords).find(([, all]) => all.has(word))
  return (known?.[0] as StatementType | undefined) ?? null
}

type Sample = Pick<StatementPreview, 'header' | 'sample'>
type Reading = Pick<StatementPreview, 'mapping' | 'undecided'>

/** Guesses what each word of the type's column means, and keeps known meanings. */
export function typesIn({ sample }: Sample, { columns, types }: StatementMapping): StatementMapping['types'] {
  const found = cellsOf(sample, columns.indexOf('type')).map(typeKeyOf)
  return { ...Object.fromEntries(found.map((word) => [word, typeOfWord(word)])), ...types }
}

/**
 * Changes what the columns are. Guesses the format of amounts, times and types again if their column changed.
 * `undecided`: what their cells do not show.
 */
export function withColumns(
  { mapping, undecided }: Reading,
  columns: StatementMapping['columns'],
  { header, sample }: Sample,
): Reading {
  const isOther = (target: StatementTarget) => columns.indexOf(target) !== mapping.columns.indexOf(target)
  const cells = (target: StatementTarget) => cellsOf(sample, columns.indexOf(target))
  const next = { ...mapping, columns }
  const open = new Set(undecided)
  const decide = (name: 'decimal' | 'dates', found: string | null) =>
    found === null ? open.add(name) : open.delete(name)
  if (isOther('amount')) {
    const decimal = decimalOf(cells('amount'))
    next.amounts = /minor|cents?\b/i.test(header[columns.indexOf('amount')] ?? '') ? 'minor' : 'major'
    next.decimal = decimal ?? '.'
    decide('decimal', decimal)
  }
  if (isOther('time')) {
    const dates = datesOf(cells('time'))
    next.dates = dates ?? 'dmy'
    decide('dates', dates)
  }
  if (isOther('type')) next.types = typesIn({ header, sample }, { ...next, types: {} })
  return { mapping: next, undecided: [...open] }
}

const cellsOf = (sample: Sample['sample'], at: number): string[] =>
  sample.map((cells) => (cells[at] ?? '').trim()).filter(Boolean)

/** The decimal mark of these amounts; null if it may be either. */
function decimalOf(amounts: readonly string[]): DecimalMark | null {
  const marks = new Set(amounts.flatMap((amount) => decimalMarkIn(amount) ?? []))
  const [mark] = marks
  if (!amounts.some((amount) => /[.,]/.test(amount))) return '.'
  return marks.size === 1 && mark ? mark : null
}

function datesOf(times: readonly string[]): DateOrder | null {
  const orders = new Set<DateOrder>()
  let isAny = false
  for (const time of times) {
    const [, first = '', second = '', third = ''] = /^(\d{1,4})[-./](\d{1,2})[-./](\d*)/.exec(time) ?? []
    if (first === '') continue
    isAny = true
    if (first.length === 4) orders.add('ymd')
    else if (Number(second) > 12) orders.add('mdy')
    // Points separate days from months in that order only.
    else if (/^\d+\./.test(time)) orders.add('dmy')
    // “26-11-10” may begin with the year.
    else if (Number(first) > 12 && third.length === 4) orders.add('dmy')
  }
  const [order] = orders
  if (!isAny) return 'ymd'
  return orders.size === 1 && order ? order : null
}
