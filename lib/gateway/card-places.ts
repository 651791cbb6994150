/**
 * Where a card stands in a payload: under `credit_card` and its like (docs/gateway.md#tokenization), under
 * `card` or `recipient_card` with some of the gateway's other products, or by itself, known by what is told of it.
 */

/** Whether what stands under this key is a card, or cards. */
export const isCardKey = (key: string): boolean => key === 'payment_method' || /cards?$/i.test(key)

/** Whether what stands under this key in a card is its token, whoever's token that is. */
export const isTokenKey = (key: string): boolean => key === 'token' || /tokens?(?:_?value)?$/i.test(key)

/** Whether what stands under this key is a card's security code. */
export const isCodeKey = (key: string): boolean =>
  /^(?:card_?)?(?:verification_?value|security_?code|cvc2?|cvv2?|csc)$/i.test(key)

const facts: ReadonlySet<string> = new Set(['stamp', 'last_4', 'first_1', 'bin', 'exp_month', 'exp_year'])

/** Whether a field of this name tells that the object it stands in is a card: no other object with a token has it. */
export const isCardFact = (key: string): boolean => facts.has(key)

/** Whether an object is a card by what it has. */
export const isCard = (value: object): boolean => 'token' in value && Object.keys(value).some(isCardFact)
