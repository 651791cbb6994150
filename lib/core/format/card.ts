/** Cards as people write them. */

/** Brands by what the gateway calls them (`credit_card.brand`). */
const names: Readonly<Record<string, string>> = {
  visa: 'Visa',
  master: 'Mastercard',
  mastercard: 'Mastercard',
  maestro: 'Maestro',
  amex: 'American Express',
  american_express: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  diners_club: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  union_pay: 'UnionPay',
  mir: 'Mir',
  belkart: 'Belkart',
}

/** A brand by its name; one that is not known here with a capital, as the gateway writes them small. */
export function brandName(brand: string): string {
  const key = brand.toLowerCase()
  if (Object.hasOwn(names, key)) return names[key] ?? brand
  return brand.replaceAll('_', ' ').replace(/^\p{L}/u, (letter) => letter.toUpperCase())
}

/** Brand and last digits, as far as they are known: "Visa •••• 4242"; empty where nothing is. */
export const cardText = (brand: string | null, last4: string | null): string =>
  [brand && brandName(brand), last4 && `•••• ${last4}`].filter(Boolean).join(' ')
