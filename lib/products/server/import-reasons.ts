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
  /** A product is to be made: what it needs must be in the file. */
  isNew?: boolean
}

/** Why the cells of a row are not taken, one reason a field. */
export const cellReasons = (
  issues: readonly z.core.$ZodIssue[],
  { texts, columns, isNew = false }: RowCells,
): RowErrors =>
  reasonsOf<ProductTarget>(issues, {
    columns,
    isNew,
    // A price is wanted where the file has one; nobody who writes prices knows of amounts.
    targetOf: (field) => {
      const isPrice = field === 'amount' && texts.amount === undefined
      return isPrice && (columns.includes('price') || !columns.includes('amount')) ? 'price' : field
    },
    reasonOf: (target, { key }) => reasonOf(target, key, texts[target]),
    absent: (values) => getTranslator('cellReasons')('no_columns', values),
  })

/** By what the cell should be, what stands there, and the rule that it breaks. */
function reasonOf(target: ProductTarget, key: IssueKey, text: string | undefined): string {
  const words = getTranslator('cellReasons')
  if (key === 'required_unless_infinite') return words('stock_needed')
  if (key === 'required_unless_immortal') return words('expiry_needed', { example: exampleDate })
  if (key === 'not_with_infinite') return words('not_with_infinite')
  if (text === undefined) return words('needed')
  const cell = text.trim()
  return cell === '' ? words('only_spaces') : valueReason(target, cell, transactionTypes)
}

/** Texts with a character in them that nobody sees and few programs take; tabs and line ends are none. */
export function controlReasons(texts: ProductTexts): RowErrors {
  const reasons: RowErrors = {}
  for (const field of ['name', 'description'] as const) {
    const reason = controlReason(texts[field] ?? '')
    if (reason !== null) reasons[field] = [reason]
  }
  return reasons
}
