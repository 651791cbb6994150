import 'server-only'
import type { z } from 'zod'
import type { IssueKey } from '../../core/issues'
import type { ProductTarget } from '../import'
import { transactionTypes } from '../../gateway/product'
import { getTranslator } from '../../core/i18n/server'
import { controlReason, exampleDate, valueReason } from '../../jobs/server/imports/cells'
import { reasonsOf } from '../../jobs/server/imports/reasons'
import type { RowErrors } from '../../jobs/server/kinds'
import type { ProductTexts } from './import-cells'

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
    // Ask for `price` if the file has such a column: its author does not know of amounts.
    targetOf: (field) => {
      const isPrice = field === 'amount' && texts.amount === undefined
      return isPrice && (columns.includes('price') || !columns.includes('amount')) ? 'price' : field
    },
    reasonOf: (target, { key }) => reasonOf(target, key, texts[target]),
    absent: (values) => getTranslator('cellReasons')('no_columns', values),
  })

function reasonOf(target: ProductTarget, key: IssueKey, text: string | undefined): string {
  const words = getTranslator('cellReasons')
  if (key === 'required_unless_infinite') return words('stock_needed')
  if (key === 'required_unless_immortal') return words('expiry_needed', { example: exampleDate })
  if (key === 'not_with_infinite') return words('not_with_infinite')
  if (text === undefined) return words('needed')
  const cell = text.trim()
  return cell === '' ? words('only_spaces') : valueReason(target, cell, transactionTypes)
}

/** Refuses names and descriptions with invisible control characters. Tabs and line ends are allowed. */
export function controlReasons(texts: ProductTexts): RowErrors {
  const reasons: RowErrors = {}
  for (const field of ['name', 'description'] as const) {
    const reason = controlReason(texts[field] ?? '')
    if (reason !== null) reasons[field] = [reason]
  }
  return reasons
}
