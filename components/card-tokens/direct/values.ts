import { emptyOf, writeValue } from '@/components/form/kinds'
import { airlineFields, type AirlineValues } from '@/lib/gateway/travel/fields'
import { hasStates } from '@/lib/gateway/values/countries'
import { plainNumber } from './typing'

const address = {
  first_name: '',
  last_name: '',
  country: '',
  state: '',
  city: '',
  zip: '',
  address: '',
  phone: '',
}
const payer = { ip: '', email: '', device_id: '', birth_date: '', external_id: '' }

const emptyAirline = () =>
  Object.fromEntries(
    Object.entries(airlineFields).map(([name, kind]) => [name, emptyOf(kind)]),
  ) as AirlineValues

/** The form's initial values. `receipt_text` has one entry per line. */
export const emptyValues = {
  amount: 100 as number | string | undefined,
  currency: 'EUR',
  description: '',
  tracking_id: '',
  duplicate_check: true,
  dynamic_billing_descriptor: '',
  language: '',
  notification_url: '',
  verification_url: '',
  return_url: '',
  test: false,
  credit_card: { number: '', verification_value: '', holder: '', exp_month: '', exp_year: '' },
  skip_three_d_secure_verification: false,
  force_three_d_secure_verification: false,
  three_d_secure: { advanced: false },
  additional_data: { receipt_text: '', contract: [] as string[] },
  customer: payer,
  billing_address: address,
  travel: { airline: emptyAirline() },
}
export type DirectValues = typeof emptyValues

/** Trims the values and drops empty ones. Returns undefined when none is left. */
function filled(fields: Record<string, string>): Record<string, string> | undefined {
  const left = Object.entries(fields)
    .map(([name, value]) => [name, value.trim()] as const)
    .filter(([, value]) => value !== '')
  return left.length === 0 ? undefined : Object.fromEntries(left)
}

/**
 * Builds the request from what is set. Leaves out the state if the country has none, and switches at their default:
 * `duplicate_check` is sent only as false, the others only as true.
 */
export function prepareDirect(values: DirectValues): unknown {
  const { credit_card: card, additional_data: more, billing_address: billing } = values
  const { state, ...withoutState } = billing
  const { amount, customer, travel, three_d_secure: secure } = values
  const lines = more.receipt_text.split('\n').filter((line) => line.trim() !== '')
  const texts = {
    tracking_id: values.tracking_id,
    dynamic_billing_descriptor: values.dynamic_billing_descriptor,
    language: values.language,
    notification_url: values.notification_url,
    verification_url: values.verification_url,
    return_url: values.return_url,
  }
  const additional = present({
    receipt_text: lines.length > 0 ? lines : undefined,
    contract: more.contract.length > 0 ? more.contract : undefined,
  })
  return present({
    amount,
    currency: values.currency,
    description: values.description.trim(),
    ...filled(texts),
    duplicate_check: values.duplicate_check ? undefined : false,
    test: values.test || undefined,
    credit_card: {
      ...filled({ verification_value: card.verification_value, holder: card.holder }),
      number: plainNumber(card.number),
      exp_month: card.exp_month.trim(),
      exp_year: card.exp_year.trim(),
    },
    skip_three_d_secure_verification: values.skip_three_d_secure_verification || undefined,
    force_three_d_secure_verification: values.force_three_d_secure_verification || undefined,
    three_d_secure: secure.advanced ? { advanced: true } : undefined,
    additional_data: Object.keys(additional).length > 0 ? additional : undefined,
    customer: filled(customer),
    billing_address: filled(hasStates(billing.country) ? { ...withoutState, state } : withoutState),
    travel: writtenTravel(travel),
  })
}

/** Drops empty values. Returns undefined when none is left. */
function writtenTravel({ airline }: DirectValues['travel']): Record<string, unknown> | undefined {
  const written = present(
    Object.fromEntries(
      Object.entries(airlineFields).map(([name, kind]) => [
        name,
        writeValue(kind, airline[name as keyof AirlineValues]),
      ]),
    ),
  )
  return Object.keys(written).length > 0 ? { airline: written } : undefined
}

const present = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Renames the server's errors to the form's fields: strips the `request.` prefix. */
export const formErrors = (errors: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(errors).map(([path, texts]) => [path.replace(/^request\./, ''), texts]))
