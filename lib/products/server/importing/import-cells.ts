import 'server-only'
import type { z } from 'zod'
import { getTranslator } from '../../../core/i18n/server'
import type { IssueKey } from '../../../core/api/issues'
import { toZoned } from '../../../core/server/zoned'
import { transactionTypes } from '../../../gateway/products/values'
import { exampleDate, flagOf, isWord, splitList, no, valueReason } from '../../../jobs/server/imports/cells'
import { reasonsOf, type CellTexts } from '../../../jobs/server/imports/reasons'
import type { RowErrors } from '../../../jobs/server/kinds'
import { isProductField, productFieldRows, type ProductKind } from '../../fields'
import type { ProductTarget } from '../../import'

const unlimited = new Set(['∞', 'unlimited', 'infinite'])
const forEver = new Set(['never', 'unlimited', '∞'])

export type CellValues = Partial<Record<ProductTarget, unknown>>
export type ProductTexts = CellTexts<ProductTarget>

/**
 * Returns the filled cells by target, in the form that the schemas parse. Passes on unreadable text, for the schema to
 * refuse.
 */
export function readCells(texts: ProductTexts): CellValues {
  const values: CellValues = {}
  for (const [target, cell] of Object.entries(texts))
    if (cell.trim() !== '') Object.assign(values, valueOf(target as ProductTarget, cell))
  // “unlimited” and “never” win over a flag in another column. `contradictedFlags` refuses such a flag.
  if (isWord(texts.quantity, unlimited)) values.infinite = true
  if (isWord(texts.expired_at, forEver)) values.immortal = true
  return values
}

/** Returns flags that contradict a cell which says "unlimited" or "never". */
export const contradictedFlags = (texts: ProductTexts): ('infinite' | 'immortal')[] => [
  ...(isWord(texts.quantity, unlimited) && isWord(texts.infinite, no) ? ['infinite' as const] : []),
  ...(isWord(texts.expired_at, forEver) && isWord(texts.immortal, no) ? ['immortal' as const] : []),
]

function valueOf(target: ProductTarget, cell: string): CellValues {
  const word = cell.trim()
  if (target === 'quantity' && isWord(word, unlimited)) return { infinite: true }
  if (target === 'expired_at' && isWord(word, forEver)) return { immortal: true }
  return { [target]: isProductField(target) ? typedValue(productFieldRows[target].kind, cell) : word }
}

function typedValue(kind: ProductKind, cell: string): unknown {
  const word = cell.trim()
  switch (kind) {
    case 'text':
      return cell
    case 'flag':
      return flagOf(word)
    case 'moment':
      return toZoned(word) ?? word
    case 'list':
      return [...new Set(splitList(word.toLowerCase()))]
    case 'currency':
      return word.toUpperCase()
    case 'code':
      return word.toLowerCase()
    case 'number':
    case 'address':
      return word
  }
}

type RowCells = {
  texts: ProductTexts
  columns: readonly (ProductTarget | null)[]
  /** The row creates a product, so the required fields must be in the file. */
  isNew?: boolean
}

export const cellReasons = (
  issues: readonly z.core.$ZodIssue[],
  { texts, columns, isNew = false }: RowCells,
): RowErrors =>
  reasonsOf<ProductTarget>(issues, {
    columns,
    isNew,
    // Reports a missing amount as `price`, except in a file with `amount` only: few people know minor units.
    targetOf: ({ path: [field] }) => {
      if (field === undefined) return null
      const isPrice = field === 'amount' && texts.amount === undefined
      return isPrice && (columns.includes('price') || !columns.includes('amount'))
        ? 'price'
        : (field as ProductTarget)
    },
    reasonOf: (target, { key, values }) =>
      key === 'too_many_characters'
        ? getTranslator('issues')(key, values)
        : reasonOf(target, key, texts[target]),
    absent: (values, missing) =>
      getTranslator('cellReasons')('no_columns', {
        ...values,
        stock: String(missing.has('quantity')),
        expiry: String(missing.has('expired_at')),
      }),
  })

const taken = { types: transactionTypes, mayNeverExpire: true }

function reasonOf(target: ProductTarget, key: IssueKey, text: string | undefined): string {
  const words = getTranslator('cellReasons')
  if (key === 'required_unless_infinite') return words('stock_needed')
  if (key === 'required_unless_immortal') return words('expiry_needed', { example: exampleDate })
  if (key === 'not_with_infinite') return words('not_with_infinite')
  if (text === undefined) return words('needed')
  const cell = text.trim()
  return cell === '' ? words('only_spaces') : valueReason(target, cell, taken)
}
