/** Products from and to CSV files. */
import { z } from 'zod'
import { productFields } from '../gateway/product'

/** Largest file that is taken, in bytes. */
export const maxImportBytes = 100 * 1024 * 1024

export const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

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

/** The `order` of an import's task. */
export const importOrder = z.object({
  name: z.string(),
  delimiter: z.enum(delimiters),
  header: z.array(z.string()),
  columns: importColumns,
  /** The first rows, to choose columns by. */
  sample: z.array(z.array(z.string())),
})
export type ImportOrder = z.output<typeof importOrder>

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
