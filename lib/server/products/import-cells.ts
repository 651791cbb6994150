import 'server-only'
import type { ImportTarget } from '../../contracts/product-import'
import { toZoned } from './zoned'

const yes = new Set(['true', 'yes', 'y', '1', 'on'])
const no = new Set(['false', 'no', 'n', '0', 'off'])
const unlimited = new Set(['∞', 'unlimited', 'infinite'])
const forEver = new Set(['never', 'unlimited', '∞'])

export type CellValues = Partial<Record<ImportTarget, unknown>>

/**
 * The filled-in cells of a row by what they are, each as the schemas of products take it; what makes no sense is
 * handed on as it is, for these to refuse. An empty cell says nothing.
 */
export function readCells(cells: readonly string[], columns: readonly (ImportTarget | null)[]): CellValues {
  const values: CellValues = {}
  columns.forEach((target, at) => {
    const cell = cells[at] ?? ''
    if (target !== null && cell.trim() !== '') Object.assign(values, valueOf(target, cell))
  })
  return values
}

function valueOf(target: ImportTarget, cell: string): CellValues {
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
      return unlimited.has(word.toLowerCase()) ? { infinite: true } : { quantity: word }
    case 'expired_at':
      return forEver.has(word.toLowerCase()) ? { immortal: true } : { expired_at: toZoned(word) ?? word }
    case 'visible_fields':
      return { visible_fields: word.split(/[\s,;|]+/).filter(Boolean) }
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

function flagOf(word: string): boolean | string {
  const lower = word.toLowerCase()
  if (yes.has(lower)) return true
  return no.has(lower) ? false : word
}
