import { checkoutFieldRows, type ColumnField } from './fields'

/** Columns that hold a JSON object in the gateway's format, with its place in the request. */
export const jsonColumns = {
  settings: ['settings'],
  payment_method: ['payment_method'],
  travel: ['travel'],
  additional_data: ['order', 'additional_data'],
} as const
export type JsonColumn = keyof typeof jsonColumns

/**
 * The possible meanings of a file's column. `price` is in major units, `amount` in minor units. `card_token_id`: our ID of a
 * stored card, whose token is a secret and in no file.
 */
export type CheckoutTarget = ColumnField | 'price' | 'customer_id' | 'card_token_id' | JsonColumn

/** The fields that have a column of their own, by its name. */
export const columnFields = checkoutFieldRows.flatMap((row) =>
  row.columnNames === undefined
    ? []
    : [{ ...row, target: row.lastName as ColumnField, columnNames: row.columnNames }],
)

export const checkoutTargets: readonly CheckoutTarget[] = [
  ...columnFields.flatMap(({ target }): CheckoutTarget[] =>
    target === 'amount' ? ['price', 'amount'] : [target],
  ),
  'customer_id',
  'card_token_id',
  ...(Object.keys(jsonColumns) as JsonColumn[]),
]

/** Columns of our own export that an import skips. */
export const readOnlyCheckoutColumns: readonly string[] = [
  'id',
  'token',
  'redirect_url',
  'state',
  'rests_on',
  'attempts_left',
  'created_at',
  'created_by',
]
