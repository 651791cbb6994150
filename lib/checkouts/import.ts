/** Checkouts from CSV files: one payment link a row. */

/**
 * What a column of a file may be read as. `price` in major units or `amount` in minor ones; `customer_id`: of the
 * customer it is for (`cst_`); the rest as the fields of a checkout are called. `settings`, `payment_method`, `travel` and
 * `additional_data` (of the order) hold JSON objects, as the interface has them.
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
  'address',
  'city',
  'state',
  'zip',
  'country',
  'birth_date',
  'taxpayer_id',
  'external_id',
  'attempts',
  'iframe',
  'dynamic_billing_descriptor',
  'settings',
  'payment_method',
  'travel',
  'additional_data',
] as const
export type CheckoutTarget = (typeof checkoutTargets)[number]

/** Where in a checkout the objects of JSON columns go. */
export const jsonColumns = {
  settings: ['settings'],
  payment_method: ['payment_method'],
  travel: ['travel'],
  additional_data: ['order', 'additional_data'],
} as const satisfies Partial<Record<CheckoutTarget, readonly string[]>>

/** Where in a checkout the other columns go. */
export const cellColumns = {
  order: ['amount', 'currency', 'description', 'tracking_id', 'expired_at'],
  customer: [
    'email', 'first_name', 'last_name', 'phone', 'address', 'city', 'state', 'zip', 'country', 'birth_date',
    'taxpayer_id', 'external_id',
  ],
  settings: ['language', 'return_url'],
  '': ['transaction_type', 'test', 'attempts', 'iframe', 'dynamic_billing_descriptor'],
} as const satisfies Record<string, readonly CheckoutTarget[]> // prettier-ignore

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
