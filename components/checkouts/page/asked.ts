/** Groups the fields of the sent request by the sections of the form, for display. */

const sections = {
  order: {
    tracking_id: 'order.tracking_id',
    expired_at: 'order.expired_at',
    receipt_text: 'order.additional_data.receipt_text',
    attempts: 'attempts',
    descriptor: 'dynamic_billing_descriptor',
    iframe: 'iframe',
    test: 'test',
    avs_cvc: 'order.additional_data.avs_cvc_verification',
  },
  contract: {
    contract: 'order.additional_data.contract',
    initiator: 'order.additional_data.card_on_file.initiator',
    on_file_type: 'order.additional_data.card_on_file.type',
  },
  customer: {
    email: 'customer.email',
    first_name: 'customer.first_name',
    last_name: 'customer.last_name',
    phone: 'customer.phone',
    country: 'customer.country',
    state: 'customer.state',
    city: 'customer.city',
    zip: 'customer.zip',
    address: 'customer.address',
    birth_date: 'customer.birth_date',
    taxpayer_id: 'customer.taxpayer_id',
    external_id: 'customer.external_id',
  },
  after: {
    return_url: 'settings.return_url',
    success_url: 'settings.success_url',
    decline_url: 'settings.decline_url',
    fail_url: 'settings.fail_url',
    cancel_url: 'settings.cancel_url',
    auto_return: 'settings.auto_return',
    notification_url: 'settings.notification_url',
    card_notification_url: 'settings.card_notification_url',
    verification_url: 'settings.verification_url',
  },
  page: {
    language: 'settings.language',
    button_text: 'settings.button_text',
    button_next_text: 'settings.button_next_text',
    visible: 'settings.customer_fields.visible',
    read_only: 'settings.customer_fields.read_only',
    holder: 'settings.credit_card_fields.holder',
    holder_read_only: 'settings.credit_card_fields.read_only',
    save_display: 'settings.save_card_toggle.display',
    save_contract: 'settings.save_card_toggle.customer_contract',
    save_text: 'settings.save_card_toggle.text',
    save_hint: 'settings.save_card_toggle.hint',
    another_display: 'settings.another_card_toggle.display',
  },
  methods: {
    types: 'payment_method.types',
    excluded_types: 'payment_method.excluded_types',
    excluded_brands: 'payment_method.excluded_brands',
    card_token: 'payment_method.credit_card.token',
    auto_pay: 'settings.auto_pay',
  },
  travel: {
    agency_code: 'travel.airline.agency_code',
    agency_name: 'travel.airline.agency_name',
    ticket_number: 'travel.airline.ticket_number',
    booking_number: 'travel.airline.booking_number',
    restricted: 'travel.airline.restricted_ticked_indicator',
    legs: 'travel.airline.legs',
    passengers: 'travel.airline.passengers',
  },
} as const

type Sections = typeof sections
export type AskedSection = keyof Sections
export type AskedField = { [Section in AskedSection]: keyof Sections[Section] }[AskedSection]

/** Fields that the page shows beside the amount. */
const shownBesideAmount = ['transaction_type', 'order.amount', 'order.currency', 'order.description']

export interface Asked {
  sections: { id: AskedSection; fields: { name: AskedField; value: unknown }[] }[]
  /** Values without a name of ours, by path, so that the page shows everything that was sent. */
  others: { path: string; value: unknown }[]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function valueAt(from: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), from)
}

export function askedOf(checkout: unknown): Asked {
  const found = Object.entries(sections).map(([id, fields]) => ({
    id: id as AskedSection,
    fields: Object.entries<string>(fields)
      .map(([name, path]) => ({ name: name as AskedField, value: valueAt(checkout, path) }))
      .filter(({ value }) => isSet(value)),
  }))
  const known = new Set([
    ...shownBesideAmount,
    ...Object.values(sections).flatMap((fields) => Object.values<string>(fields)),
  ])
  return {
    sections: found.filter(({ fields }) => fields.length > 0),
    others: unnamed(checkout, known, ''),
  }
}

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

function unnamed(value: unknown, known: ReadonlySet<string>, path: string): Asked['others'] {
  if (known.has(path)) return []
  if (isObject(value))
    return Object.entries(value).flatMap(([key, inner]) =>
      unnamed(inner, known, path === '' ? key : `${path}.${key}`),
    )
  return isSet(value) ? [{ path, value }] : []
}

/** Returns a value as untranslated text. An object becomes its keys and values. */
export function askedText(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => askedText(one)).join(', ')
  if (isObject(value))
    return Object.entries(value)
      .filter(([, inner]) => isSet(inner))
      .map(([key, inner]) => `${key.replaceAll('_', ' ')}: ${askedText(inner)}`)
      .join(' · ')
  return String(value)
}
