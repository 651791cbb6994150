import { z } from 'zod'
import { listOf, queryBoolean } from './list'

/** Cell delimiter and decimal mark. Which pair Excel reads depends on the country. */
export const separators = {
  comma: { delimiter: ',', decimalMark: '.' },
  semicolon: { delimiter: ';', decimalMark: ',' },
} as const
export type Separator = keyof typeof separators

const invalidChoice = { error: 'invalid_choice' }

/**
 * - `columns`: comma-separated, in output order. `bom`: begins with a byte order mark, which Excel needs.
 * - `separator`: `comma`, or `semicolon` with prices as 65,00.
 */
export const csvOptions = <const Columns extends readonly [string, ...string[]]>(columns: Columns) => ({
  columns: listOf(z.enum(columns, invalidChoice)).optional(),
  separator: z.enum(['comma', 'semicolon'], invalidChoice).default('comma'),
  bom: queryBoolean.default(false),
})
