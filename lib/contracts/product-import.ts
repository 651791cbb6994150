/** Products from and to CSV files. */
import { z } from 'zod'
import { productFields } from '../gateway/product'

/** Largest file that is taken, in bytes. */
export const maxImportBytes = 100 * 1024 * 1024

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

/** What letters are read by; `windows-1252` is a guess, the others are sure. */
export const csvEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type CsvEncoding = (typeof csvEncodings)[number]

const fieldNames = Object.keys(productFields) as (keyof typeof productFields)[]

/**
 * What a column of a file may be read as: a field of a product, its ID (then the product is changed, else one is
 * made), or `price`: the amount in major units, such as 65.00, of the row's currency.
 */
export const importTargets = ['id', 'price', ...fieldNames] as const
export type ImportTarget = (typeof importTargets)[number]

/** By column, what it is read as; null: it is not read. No two columns are the same thing. */
const importColumns = z
  .array(z.enum(importTargets, { error: 'invalid_choice' }).nullable())
  .max(200)
  .refine((columns) => {
    const used = columns.filter((column) => column !== null)
    return new Set(used).size === used.length
  }, 'column_twice')

export const importMapping = z.strictObject({ columns: importColumns })
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
 * How many rows make a product with the name, amount and currency of one that an earlier row makes (`in_file`), or that
 * the shop has already (`existing`); the first of these `rows`.
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
})
export type ImportOrder = z.output<typeof importOrder>

type Reason = { field: string; messages: string[]; column: { name: string; at: number } | null }

/**
 * What is wrong with a row, in the order of the file's columns, each with the column that the field was read from:
 * people know it by the name it has there. What belongs to no column, or to no field (`base`), comes first.
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

/** What can be exported, in this order where nothing is chosen. */
export const exportColumns = [
  'id', 'name', 'description', 'currency', 'price', 'amount', 'quantity', 'infinite', 'expired_at', 'immortal',
  'test', 'language', 'transaction_type', 'visible_fields', 'return_url', 'shop_id', 'state', 'archived',
  'created_at', 'updated_at', 'pay_url', 'confirm_url',
] as const // prettier-ignore
export type ExportColumn = (typeof exportColumns)[number]

/** All but the amount, which `price` says already, so that a price that was edited is not contradicted. */
export const defaultExportColumns: readonly ExportColumn[] = exportColumns.filter(
  (column) => column !== 'amount',
)
