import 'server-only'

/** Numbers of the gateway and the acquirer, of which some look like a card's by chance. */
const references = new Set(['uid', 'id', 'parent_uid', 'rrn', 'ref_id', 'auth_code', 'gateway_id'])
/**
 * What the merchant's system or the payer fills in: a card's number can be there by mistake. Telephone and order numbers
 * are as long as the shortest of them, so only the usual lengths are taken for one.
 */
const identifiers = new Set(['tracking_id', 'external_id', 'phone', 'zip', 'device_id', 'taxpayer_id'])
const usualLength = /^(?:3\d{14}|\d{16}|\d{19})$/

/** The beginnings and lengths of the large brands, and of Belkart, UzCard, Humo, Troy and RuPay. */
const brands =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[0689]\d{12}|(?:50|5[6-9]|6\d)(?:\d{14}|\d{17})|(?:35(?:2[89]|[3-8]\d)|9112|8600|9860|9792|8[12]\d{2})\d{12})$/

/** Of digits that pass the check, as one in ten do by chance: which of them are taken for a card's. */
export type IsCard = (digits: string, isBesideWord?: boolean) => boolean

/** Behind or before a word, not those that are as short as other numbers. */
export const isLikelyCard: IsCard = (digits, isBesideWord = false) =>
  brands.test(digits) && (!isBesideWord || usualLength.test(digits))
/** Such as `order-4200000000000000` is one of theirs. */
const isUsualCard: IsCard = (digits, isBesideWord = false) =>
  !isBesideWord && usualLength.test(digits) && brands.test(digits)

/** The same of a payload's field; null: none of it is a card's. What is stored and what is shown go by it alike. */
export const cardUnder = (key: string): IsCard | null =>
  references.has(key) ? null : identifiers.has(key) ? isUsualCard : isLikelyCard
