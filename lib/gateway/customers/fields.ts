/** Customer fields that a payment page can show. Interface: “Product”, visible_fields; “Checkout”, customer_fields. */
export const customerFieldNames = [
  'first_name',
  'last_name',
  'country',
  'state',
  'city',
  'address',
  'zip',
  'phone',
  'birth_date',
  'email',
  'taxpayer_id',
] as const
export type CustomerFieldName = (typeof customerFieldNames)[number]
