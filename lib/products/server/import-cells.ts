import 'server-only'
import type { ProductTarget } from '../import'
import { flagOf, isWord, listed, no } from '../../jobs/server/imports/cells'
import type { CellTexts } from '../../jobs/server/imports/reasons'
import { toZoned } from '../../core/server/zoned'

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
  // These words win over a flag in another column. `contradictedFlags` refuses the flag.
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
  switch (target) {
    case 'name':
    case 'description':
      return { [target]: cell }
    case 'infinite':
    case 'test':
    case 'immortal':
      return { [target]: flagOf(word) }
    case 'quantity':
      return isWord(word, unlimited) ? { infinite: true } : { quantity: word }
    case 'expired_at':
      return isWord(word, forEver) ? { immortal: true } : { expired_at: toZoned(word) ?? word }
    case 'visible_fields':
      return { visible_fields: [...new Set(listed(word.toLowerCase()))] }
    case 'currency':
      return { currency: word.toUpperCase() }
    case 'language':
    case 'transaction_type':
      return { [target]: word.toLowerCase() }
    case 'id':
    case 'price':
    case 'amount':
    case 'return_url':
    case 'shop_id':
      return { [target]: word }
  }
}
