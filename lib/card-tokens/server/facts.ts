import 'server-only'
import type { Transaction } from '../../gateway/notifications/transaction'
import type { CardFacts } from './keep'

/** Removes NUL, which PostgreSQL refuses, and cuts to `longest`. Empty text becomes null. */
const clean = (text: string | null | undefined, longest = 255): string | null =>
  text?.replaceAll('\0', '').trim().slice(0, longest) || null

const numberWithin = (value: number | null | undefined, min: number, max: number): number | null =>
  value != null && Number.isInteger(value) && value >= min && value <= max ? value : null

/** Returns what a transaction says about its card (docs/gateway.md#card-response), without the token. */
export function cardFactsOf({ credit_card: card, customer, uid }: Transaction): CardFacts {
  return {
    brand: clean(card?.brand),
    product: clean(card?.product),
    bin: clean(card?.bin, 8),
    last4: clean(card?.last_4, 4),
    holder: clean(card?.holder),
    expMonth: numberWithin(card?.exp_month, 1, 12),
    expYear: numberWithin(card?.exp_year, 1900, 9999),
    issuerCountry: clean(card?.issuer_country, 2),
    issuerName: clean(card?.issuer_name),
    stamp: clean(card?.stamp),
    uid: clean(uid),
    email: clean(customer?.email),
  }
}

export const contractsOf = ({ additional_data: more }: Transaction): string[] =>
  (more?.contract ?? []).flatMap((contract) => clean(contract, 50) ?? [])
