/**
 * What a column of a file can mean. `price` is in major units, `amount` in minor units. `settings`, `payment_method`,
 * `travel` and `additional_data` (of the order) hold JSON objects in the gateway's format.
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

export const jsonColumns = {
  settings: ['settings'],
  payment_method: ['payment_method'],
  travel: ['travel'],
  additional_data: ['order', 'additional_data'],
} as const satisfies Partial<Record<CheckoutTarget, readonly string[]>>

export const cellColumns = {
  order: ['amount', 'currency', 'description', 'tracking_id', 'expired_at'],
  customer: [
    'email', 'first_name', 'last_name', 'phone', 'address', 'city', 'state', 'zip', 'country', 'birth_date',
    'taxpayer_id', 'external_id',
  ],
  settings: ['language', 'return_url'],
  '': ['transaction_type', 'test', 'attempts', 'iframe', 'dynamic_billing_descriptor'],
} as const satisfies Record<string, readonly CheckoutTarget[]> // prettier-ignore

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
