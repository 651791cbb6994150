/** Checkouts from CSV files: one payment link a row. */

/**
 * What a column of a file may be read as. `price` in major units or `amount` in minor ones; `customer_id`: of the
 * customer it is for (`cst_`); the rest as the fields of a checkout are called.
 */
export const checkoutTargets = [
  'price',
  'amount',
  'currency',
  'description',
  'tracking_id',
  'expired_at',
  'email',
  'first_name',
  'last_name',
  'phone',
  'customer_id',
  'language',
  'return_url',
  'transaction_type',
  'test',
] as const
export type CheckoutTarget = (typeof checkoutTargets)[number]

/** Columns of our own export that say what a new checkout cannot have. */
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
