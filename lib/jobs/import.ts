/** CSV imports, and how their columns are read. */
import { z } from 'zod'
import { decimalMarks } from '../core/format/typed-money'

/** Bytes. */
export const maxImportBytes = 100 * 1024 * 1024

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** Encodings of a file. `windows-1252` is a guess, the others are certain. */
export const csvEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type CsvEncoding = (typeof csvEncodings)[number]

/**
 * The target of each column (import-targets.ts); null if it is not read. No target occurs twice. Which targets are
 * valid depends on the kind of job, and is checked there.
 */
const importColumns = z
  .array(z.string().max(50).nullable())
  .max(200)
  .refine((columns) => {
    const used = columns.filter((column) => column !== null)
    return new Set(used).size === used.length
  }, 'column_twice')
export type ImportColumns = z.output<typeof importColumns>

export const importMapping = z.strictObject({
  columns: importColumns,
  /** Customers: whether rows of existing customers create another one. Unchanged if absent. */
  with_existing: z.boolean().optional(),
})
export type ImportMapping = z.output<typeof importMapping>

export const importQuery = z.strictObject({
  name: z
    .string()
    .max(255)
    .transform((name) => name.replace(/[\0\p{Surrogate}]/gu, ''))
    .default(''),
  /** Targets by column, comma-separated, empty for columns that are not read. Guessed from the header if absent. */
  columns: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim() || null))
    .pipe(importColumns)
    .optional(),
})

/**
 * Counts of rows that would create duplicates, and the first of them (`rows`). Products: same name, amount and currency
 * as an earlier row (`in_file`), a product of the shop (`existing`), or both. Customers: the e-mail address, phone or
 * external ID of a customer of the shop (`existing`), or else of an earlier row (`in_file`).
 */
const importDuplicates = z.object({ in_file: z.int(), existing: z.int(), rows: z.array(z.int()) })
export type ImportDuplicates = z.output<typeof importDuplicates>

/** The decimal mark that the cells of a column show; null if none does. */
const foundMark = z.enum([...decimalMarks, 'both']).nullable()
export type FoundMark = z.output<typeof foundMark>

export const importOrder = z.object({
  name: z.string(),
  delimiter: z.enum(delimiters),
  encoding: z.enum(csvEncodings).default('utf-8'),
  /** The first text that shows the guessed encoding. */
  example: z.string().optional(),
  header: z.array(z.string()),
  /** Rows of titles above the header, which are not read; absent without any. */
  skipped_rows: z.int().optional(),
  columns: importColumns,
  /** The first rows, to help choose columns. */
  sample: z.array(z.array(z.string())),
  /** Duplicates, set when the dry run is complete. Stored and public under its earlier name, as is the next one. */
  twins: importDuplicates.optional(),
  /** Customers: counts of the rows planned so far. */
  twins_so_far: importDuplicates.optional(),
  /** The first row of each column whose cell has decimals; null without one. Absent if the file was read earlier. */
  decimal_rows: z.array(z.int().nullable()).optional(),
  /** By column. Absent if the file was read earlier. */
  decimal_marks: z.array(foundMark).optional(),
  /** See `importMapping`. */
  with_existing: z.boolean().default(false),
})
export type ImportOrder = z.output<typeof importOrder>

/** The columns that a report of failed rows adds to those of the file. `file_row`: the row's number there. */
export const reportColumns: readonly string[] = ['file_row', 'error']

/** Whether an error concerns the whole row: `base`, or `columns` for values without a column in the file. */
export const isRowField = (field: string): boolean => field === 'base' || field === 'columns'

type Reason = { field: string; messages: string[]; column: { name: string; at: number } | null }

/** Returns a row's errors with the names of their columns, in that order. Those without a column come first. */
export function reasonsByColumn(
  { header, columns }: Pick<ImportOrder, 'header' | 'columns'>,
  errors: Record<string, string[]>,
): Reason[] {
  const reasons = Object.entries(errors).map(([field, messages]): Reason => {
    const own = columns.findIndex((target) => target === field)
    // The column `price` fills the field `amount`.
    const at = own < 0 && field === 'amount' ? columns.indexOf('price') : own
    const name = header[at]?.trim()
    return { field, messages, column: name ? { name, at } : null }
  })
  return reasons.sort((left, right) => (left.column?.at ?? -1) - (right.column?.at ?? -1))
}
