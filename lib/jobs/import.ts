/** Files of products and of customers, and how their columns are read. */
import { z } from 'zod'

/** Largest file that is taken, in bytes. */
export const maxImportBytes = 100 * 1024 * 1024

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** What letters are read by; `windows-1252` is a guess, the others are sure. */
export const csvEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type CsvEncoding = (typeof csvEncodings)[number]

/**
 * By column, what it is read as (import-targets.ts); null: it is not read. No two columns are the same thing. Which
 * targets there are hangs on the kind of the task, by which they are judged.
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
  /** Of customers: rows about those who exist already are to make another one. As it was where absent. */
  with_existing: z.boolean().optional(),
})
export type ImportMapping = z.output<typeof importMapping>

export const importQuery = z.strictObject({
  /** The file's name, to show. */
  name: z
    .string()
    .max(255)
    .transform((name) => name.replace(/[\0\p{Surrogate}]/gu, ''))
    .default(''),
  /** How columns are read, comma-separated, empty for those that are not; guessed from the header where absent. */
  columns: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim() || null))
    .pipe(importColumns)
    .optional(),
})

/**
 * How many rows would make what is there already; the first of these `rows`. Of products: with the name, amount and
 * currency of what an earlier row makes (`in_file`), or the shop has (`existing`), or both. Of customers: who has the
 * e-mail address, phone or external ID of somebody in the shop (`existing`), or else of an earlier row (`in_file`).
 */
const importTwins = z.object({ in_file: z.int(), existing: z.int(), rows: z.array(z.int()) })
export type ImportTwins = z.output<typeof importTwins>

/** The `order` of an import's task. */
export const importOrder = z.object({
  name: z.string(),
  delimiter: z.enum(delimiters),
  encoding: z.enum(csvEncodings).default('utf-8'),
  /** Where an encoding was guessed: the first words in which that shows. */
  example: z.string().optional(),
  header: z.array(z.string()),
  columns: importColumns,
  /** The first rows, to choose columns by. */
  sample: z.array(z.array(z.string())),
  /** Once the dry run is there. */
  twins: importTwins.optional(),
  /** Until then, of customers: of the rows so far. */
  twins_so_far: importTwins.optional(),
  /** Of customers: see `importMapping`. */
  with_existing: z.boolean().default(false),
})
export type ImportOrder = z.output<typeof importOrder>

/** Of a row's errors, what belongs to no field: `base`, and `columns` of what the file has no column for. */
export const isOfRow = (field: string): boolean => field === 'base' || field === 'columns'

type Reason = { field: string; messages: string[]; column: { name: string; at: number } | null }

/**
 * What is wrong with a row, in the order of the file's columns, each with the column that the field was read from:
 * people know it by the name it has there. What belongs to no column, or to no field, comes first.
 */
export function reasonsByColumn(
  { header, columns }: Pick<ImportOrder, 'header' | 'columns'>,
  errors: Record<string, string[]>,
): Reason[] {
  const reasons = Object.entries(errors).map(([field, messages]): Reason => {
    const own = columns.findIndex((target) => target === field)
    const at = own < 0 && field === 'amount' ? columns.indexOf('price') : own
    const name = header[at]?.trim()
    return { field, messages, column: name ? { name, at } : null }
  })
  return reasons.sort((left, right) => (left.column?.at ?? -1) - (right.column?.at ?? -1))
}
