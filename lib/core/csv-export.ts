/** What every export to CSV is asked: which columns, and for which program. */
import { z } from 'zod'
import { someOf, yesOrNo } from './list'

/** What stands between cells, and in prices before the decimals: which of them Excel reads depends on the country. */
export const separators = {
  comma: { delimiter: ',', decimalMark: '.' },
  semicolon: { delimiter: ';', decimalMark: ',' },
} as const
export type Separator = keyof typeof separators

const invalidChoice = { error: 'invalid_choice' }

/**
 * - `columns`: comma-separated, in this order. `bom`: begins with a byte order mark, which Excel wants.
 * - `separator`: `comma`, or `semicolon` with prices as 65,00.
 */
export const csvOptions = <const Columns extends readonly [string, ...string[]]>(columns: Columns) => ({
  columns: someOf(z.enum(columns, invalidChoice)).optional(),
  separator: z.enum(['comma', 'semicolon'], invalidChoice).default('comma'),
  bom: yesOrNo.default(false),
})
