/**
 * Finds cards in a payload: under `credit_card` and similar keys (docs/gateway.md#tokenization), under `card` or
 * `recipient_card` in some of the gateway's other products, or anywhere, recognised by their fields.
 */

export const isCardKey = (key: string): boolean => key === 'payment_method' || /cards?$/i.test(key)

/** Whether this key of a card holds a token, of any token provider. */
export const isTokenKey = (key: string): boolean => key === 'token' || /tokens?(?:_?value)?$/i.test(key)

export const isCodeKey = (key: string): boolean =>
  /^(?:card_?)?(?:verification_?value|security_?code|cvc2?|cvv2?|csc)$/i.test(key)

const cardOnlyFields: ReadonlySet<string> = new Set([
  'stamp',
  'last_4',
  'first_1',
  'bin',
  'exp_month',
  'exp_year',
])

/** Whether a field of this name marks its object as a card. No other object with a token has such a field. */
export const isCardOnlyField = (key: string): boolean => cardOnlyFields.has(key)

export const isCard = (value: object): boolean => 'token' in value && Object.keys(value).some(isCardOnlyField)
