/** Names by the gateway's `credit_card.brand`. */
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

/** Returns a brand's name. An unknown brand gets spaces and a capital. */
export function brandName(brand: string): string {
  const key = brand.toLowerCase()
  if (Object.hasOwn(names, key)) return names[key] ?? brand
  return brand.replaceAll('_', ' ').replace(/^\p{L}/u, (letter) => letter.toUpperCase())
}

/** Returns the known parts of a card: "Visa •••• 4242". Empty when nothing is known. */
export const cardText = (brand: string | null, last4: string | null): string =>
  [brand && brandName(brand), last4 && `•••• ${last4}`].filter(Boolean).join(' ')
