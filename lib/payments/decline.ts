/** Why a payment was declined, in kinds that people can act on. */

export const declineKinds = [
  'insufficient_funds',
  'limit',
  'expired_card',
  'wrong_security_code',
  'wrong_number',
  'authentication',
  'lost_or_stolen',
  'suspected_fraud',
  'not_permitted',
  'bank_unavailable',
  'duplicate',
  'do_not_honour',
  'other',
] as const
type DeclineKind = (typeof declineKinds)[number]

/** Codes of ISO 8583, which most banks use. */
const bankCodes: Record<string, DeclineKind> = {
  '04': 'lost_or_stolen', '05': 'do_not_honour', '07': 'lost_or_stolen', '14': 'wrong_number', '15': 'wrong_number',
  '33': 'expired_card', '34': 'suspected_fraud', '41': 'lost_or_stolen', '43': 'lost_or_stolen',
  '51': 'insufficient_funds', '54': 'expired_card', '57': 'not_permitted', '58': 'not_permitted',
  '59': 'suspected_fraud', '61': 'limit', '62': 'not_permitted', '63': 'suspected_fraud', '65': 'limit',
  '82': 'wrong_security_code', '91': 'bank_unavailable', '94': 'duplicate', '96': 'bank_unavailable',
  N7: 'wrong_security_code', '1A': 'authentication',
} // prettier-ignore

/** Words of the messages that gateways and banks use, the more specific first. */
const words: [DeclineKind, RegExp][] = [
  ['insufficient_funds', /insufficient|not sufficient|no funds|low balance/i],
  ['wrong_security_code', /cvv|cvc|security code|verification value/i],
  ['expired_card', /expired/i],
  ['authentication', /3-?d.?s|secure|authenticat|challenge/i],
  ['lost_or_stolen', /lost|stolen|pick.?up|blocked card/i],
  ['suspected_fraud', /fraud|suspect|security violation|blacklist|risk/i],
  ['limit', /limit|exceed|frequency/i],
  ['wrong_number', /invalid (card|account)|card number|no such (card|account)|unknown card/i],
  ['not_permitted', /not (permitted|allowed|supported)|restricted|forbidden/i],
  ['bank_unavailable', /unavailable|inoperative|time.?out|malfunction|try again|system error/i],
  ['duplicate', /duplicate/i],
  ['do_not_honour', /do not hono|general decline|^declined?$|rejected/i],
]

/** Returns the kind of a decline by the bank's code, else by the words of the message. */
export function declineKindOf(message: string | null, bankCode: string | null): DeclineKind {
  const byCode = bankCode === null ? undefined : bankCodes[bankCode.toUpperCase().padStart(2, '0')]
  if (byCode) return byCode
  return words.find(([, pattern]) => pattern.test(message ?? ''))?.[0] ?? 'other'
}
