import 'server-only'
import { createHmac } from 'node:crypto'

/** First digits → brand. The first match wins. Names other than visa, master and maestro are inferred. */
const brands: [RegExp, string][] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'master'],
  [/^3[47]/, 'amex'],
  [/^(6011|64[4-9]|65)/, 'discover'],
  [/^35/, 'jcb'],
  [/^3[0689]/, 'dinersclub'],
  [/^62/, 'unionpay'],
  [/^220[0-4]/, 'mir'],
  [/^(50|5[6-9]|6)/, 'maestro'],
]

/** Brands that have bin_8 (docs/gateway.md#card-response). */
const longBin = new Set(['visa', 'master', 'maestro'])

/**
 * Returns what may be stored of a card (docs/gateway.md#card-response). The number itself goes no further, not even
 * where it was typed as the name. `stamp` is an HMAC keyed by the shop: it survives a change of expiry or holder, and
 * does not help to guess the number without the key. Has no token: nothing can be charged with it yet.
 */
export function describeCard(
  number: string,
  { holder, exp_month, exp_year }: { holder: string | null; exp_month: number; exp_year: number },
  stampKey: Buffer,
) {
  const brand = brands.find(([digits]) => digits.test(number))?.[1] ?? 'unknown'
  return {
    brand,
    product: null,
    last_4: number.slice(-4),
    first_1: number.slice(0, 1),
    bin: number.slice(0, 6),
    bin_8: longBin.has(brand) ? number.slice(0, 8) : null,
    issuer_country: null,
    issuer_name: null,
    stamp: createHmac('sha256', stampKey).update(number).digest('hex'),
    token: null,
    holder: holder && withoutNumber(holder, number),
    exp_month,
    exp_year,
    token_provider: null,
  }
}
export type CardDescription = ReturnType<typeof describeCard>

const withoutNumber = (text: string, digits: string): string =>
  text.replaceAll(new RegExp(digits.split('').join('[ -]?'), 'g'), `••••${digits.slice(-4)}`)
