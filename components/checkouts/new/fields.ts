/**
 * Every field of a checkout's request (docs/gateway.md#checkouts) that the form has, by its path, in sending
 * order.
 */
import type {
  cardOnFileTypes as fileTypes,
  checkoutContracts as contracts,
  checkoutTypes,
} from '@/lib/gateway/checkouts/checkout'
import { customerFieldNames } from '@/lib/gateway/customers/fields'
import type { Kind } from '@/components/form/kinds'
import { airlineFields } from '@/components/travel/fields'

// Duplicates the schema's list, so that zod loads only for validation. A test compares the two.
export const transactionTypes = [
  'payment',
  'authorization',
  'tokenization',
  'charge',
] as const satisfies readonly (typeof checkoutTypes)[number][]
export const contractKinds = [
  'recurring',
  'oneclick',
  'credit',
  'card_on_file',
] as const satisfies readonly (typeof contracts)[number][]
export const cardOnFileTypes = [
  'delayed_charge',
  'increment',
  'resubmission',
  'reauthorization',
  'no_show',
] as const satisfies readonly (typeof fileTypes)[number][]
export const initiators = ['merchant', 'customer'] as const

const text: Kind = { kind: 'text' }
const flag: Kind = { kind: 'flag' }
const texts: Kind = { kind: 'texts' }
const customerFields: Kind = { kind: 'choices', of: customerFieldNames }

export const fields = new Map<string, Kind>([
  ['transaction_type', { kind: 'choice', of: transactionTypes }],
  ['attempts', { kind: 'number' }],
  ['dynamic_billing_descriptor', text],
  ['test', flag],
  ['iframe', flag],
  ['order.amount', { kind: 'amount' }],
  ['order.currency', { kind: 'currency' }],
  ['order.description', text],
  ['order.tracking_id', text],
  ['order.expired_at', { kind: 'moment' }],
  ['order.additional_data.receipt_text', { kind: 'lines' }],
  ['order.additional_data.contract', { kind: 'choices', of: contractKinds }],
  ['order.additional_data.avs_cvc_verification', { kind: 'json' }],
  ['order.additional_data.card_on_file.initiator', { kind: 'choice', of: initiators }],
  ['order.additional_data.card_on_file.type', { kind: 'choice', of: cardOnFileTypes }],
  ['settings.return_url', text],
  ['settings.success_url', text],
  ['settings.decline_url', text],
  ['settings.fail_url', text],
  ['settings.cancel_url', text],
  ['settings.notification_url', text],
  ['settings.card_notification_url', text],
  ['settings.verification_url', text],
  ['settings.auto_return', text],
  ['settings.auto_pay', flag],
  ['settings.button_text', text],
  ['settings.button_next_text', text],
  ['settings.language', { kind: 'language' }],
  ['settings.customer_fields.visible', customerFields],
  ['settings.customer_fields.read_only', customerFields],
  ['settings.credit_card_fields.holder', text],
  ['settings.credit_card_fields.read_only', { kind: 'choices', of: ['holder'] }],
  ['settings.save_card_toggle.display', flag],
  ['settings.save_card_toggle.customer_contract', flag],
  ['settings.save_card_toggle.text', text],
  ['settings.save_card_toggle.hint', text],
  ['settings.another_card_toggle.display', flag],
  ['customer.email', text],
  ['customer.first_name', text],
  ['customer.last_name', text],
  ['customer.address', text],
  ['customer.city', text],
  ['customer.state', text],
  ['customer.zip', text],
  ['customer.country', { kind: 'country' }],
  ['customer.phone', text],
  ['customer.birth_date', { kind: 'date' }],
  ['customer.taxpayer_id', text],
  ['customer.external_id', text],
  ['payment_method.types', { kind: 'methods' }],
  ['payment_method.excluded_types', texts],
  ['payment_method.excluded_brands', texts],
  ['payment_method.credit_card.token', { kind: 'token' }],
  ...Object.entries(airlineFields).map(([name, kind]) => [`travel.airline.${name}`, kind] as const),
])

export const tokenField = 'payment_method.credit_card.token'

export const isGroup = (path: string): boolean => [...fields.keys()].some((key) => key.startsWith(`${path}.`))

/** The fields of each section, for its badge and for opening it on errors. */
export const sections = {
  details: [
    'first_name',
    'last_name',
    'address',
    'city',
    'state',
    'zip',
    'country',
    'phone',
    'birth_date',
    'taxpayer_id',
    'external_id',
  ].map((name) => `customer.${name}`),
  after: [
    'return_url',
    'success_url',
    'decline_url',
    'fail_url',
    'cancel_url',
    'notification_url',
    'card_notification_url',
    'verification_url',
    'auto_return',
  ].map((name) => `settings.${name}`),
  page: [
    'language',
    'button_text',
    'button_next_text',
    'customer_fields.visible',
    'customer_fields.read_only',
    'credit_card_fields.holder',
    'credit_card_fields.read_only',
    'save_card_toggle.display',
    'save_card_toggle.customer_contract',
    'save_card_toggle.text',
    'save_card_toggle.hint',
    'another_card_toggle.display',
  ].map((name) => `settings.${name}`),
  methods: [
    'payment_method.types',
    'payment_method.excluded_types',
    'payment_method.excluded_brands',
    tokenField,
    'settings.auto_pay',
  ],
  contract: [
    'receipt_text',
    'contract',
    'avs_cvc_verification',
    'card_on_file.initiator',
    'card_on_file.type',
  ].map((name) => `order.additional_data.${name}`),
  travel: Object.keys(airlineFields).map((name) => `travel.airline.${name}`),
  more: ['test', 'iframe', 'dynamic_billing_descriptor'],
} as const
export type SectionKey = keyof typeof sections

/**
 * Maps the dotted `path` of an error, from the request's root, to a form field. A path into a list maps to
 * the list;
 * a path into rows stays, as each row has its own fields.
 */
export function fieldOf(path: string): string {
  const inside = path.replace(/^checkout\./, '')
  for (const [name, kind] of fields)
    if (inside === name || inside.startsWith(`${name}.`))
      return kind.kind === 'rows' ? path : `checkout.${name}`
  return path
}
