/** Payment page defaults: what the payment pages of a shop's new checkouts and products begin with. */
import type { CustomerFieldName } from '../gateway/customers/fields'

/**
 * Members have the gateway's names. It decides about absent values. With a return page it ignores success and decline
 * pages, so only one kind is set.
 */
export interface PageDefaults {
  language?: string
  return_url?: string
  success_url?: string
  decline_url?: string
  fail_url?: string
  cancel_url?: string
  visible?: CustomerFieldName[]
  read_only?: CustomerFieldName[]
}

type Fields = Readonly<Record<string, unknown>>

/** Returns the `settings` of a checkout with the defaults added. What is set there wins. */
export function withPageDefaults(settings: Fields, defaults: PageDefaults): Fields {
  const { visible, read_only, return_url, success_url, decline_url, ...others } = defaults
  const isSet = (name: keyof PageDefaults) => settings[name] !== undefined
  const outcomePages = isSet('return_url') ? {} : { success_url, decline_url }
  const returnPage = isSet('success_url') || isSet('decline_url') ? {} : { return_url }
  const own = settings.customer_fields ?? {}
  return withoutAbsent({
    ...others,
    ...outcomePages,
    ...returnPage,
    ...settings,
    customer_fields: isObject(own) ? withoutAbsent({ visible, read_only, ...own }) : own,
  })
}

/** Returns the fields of a product that have a default, with it. */
export const productDefaults = ({ language, return_url, visible }: PageDefaults) =>
  withoutAbsent({ language, return_url, visible_fields: visible })

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Leaves out what is undefined, and objects without members. */
const withoutAbsent = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== undefined && !(isObject(value) && Object.keys(value).length === 0),
    ),
  ) as Partial<Values>
