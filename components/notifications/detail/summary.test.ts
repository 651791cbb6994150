import { describe, expect, it } from 'vitest'
import { createTranslator } from 'use-intl/core'
import { en } from '@/lib/core/i18n/en'
import { type NotificationDetail, verificationReasons } from '@/lib/notifications/schema'
import { summaryOf } from './summary'

const t = createTranslator({ locale: 'en', messages: en, namespace: 'notifications.summary' })

type Part = Partial<NotificationDetail>
const payment: Parameters<typeof summaryOf>[0] = {
  kind: 'transaction',
  worked_out: true,
  status: 'successful',
  type: 'payment',
  message: null,
  card_brand: 'visa',
  card_last_4: '4242',
  test: null,
  quarantined: false,
  description: null,
  unreadable_reason: null,
  answer: null,
}
const words = (part: Part, amount: string | null = '€149.90') =>
  summaryOf({ ...payment, ...part }, amount)
    .map(({ key, values }) => t(key, values))
    .join(' ')
const answer = {
  code: 0,
  reason: 'accept_all',
  message: null,
  answered_in_ms: 1,
  endpoint_status: null,
} as const

describe('summaryOf', () => {
  it('escapes what is hidden in foreign text, and leaves the marks that a language puts into amounts', () => {
    expect(words({ status: 'failed', message: 'No\u202e' }, '\u200f149.90 €')).toBe(
      'A payment of \u200f149.90 € failed. The card is Visa •••• 4242. It says: “No\\u202e”.',
    )
  })

  it.each<[Part, string]>([
    [{}, 'A payment of €149.90 was successful. It was paid by card Visa •••• 4242.'],
    [
      { status: 'failed', message: 'Insufficient funds' },
      'A payment of €149.90 failed. The card is Visa •••• 4242. It says: “Insufficient funds”.',
    ],
    [
      { type: 'authorization', status: 'incomplete', card_last_4: null },
      'An authorization of €149.90 is not complete yet: the customer still has something to do.',
    ],
    [{ type: 'refund', card_brand: null }, 'A refund of €149.90 was successful. The card is •••• 4242.'],
    [{ type: 'tokenization' }, 'A tokenization of a card was successful. The card is Visa •••• 4242.'],
    [
      { type: 'aft', status: 'frozen', card_last_4: null },
      'A transaction of the type “aft” of €149.90 has the status “frozen”.',
    ],
    [{ type: null, status: null, card_last_4: null }, 'A transaction of €149.90 has no status.'],
    [{ test: true, card_last_4: null }, 'A payment of €149.90 was successful. It is a test: no money moved.'],
    [
      { quarantined: true, card_last_4: null },
      'Nothing shows that this is true: A payment of €149.90 was successful.',
    ],
  ])('describes a transaction: %o', (part, said) => {
    expect(words(part)).toBe(said)
  })

  it('leaves out an amount that is not there', () => {
    expect(words({ card_last_4: null }, null)).toBe('A payment was successful.')
  })

  it.each(verificationReasons)('says what was asked and why it was answered so: %s', (reason) => {
    const said = words({ kind: 'verification', status: 'incomplete', answer: { ...answer, reason } })
    expect(said).toMatch(
      /^The gateway asked whether a payment of €149.90 may proceed\. The card is Visa •••• 4242\. It may: .+\.$/,
    )
    const declined = words({ kind: 'verification', answer: { ...answer, code: 1, reason } })
    expect(declined).toMatch(/It was declined: .+\.$/)
  })

  it('says when no answer is recorded', () => {
    expect(words({ kind: 'verification', card_last_4: null })).toMatch(/No answer is recorded\.$/)
  })

  it.each<[Part, RegExp]>([
    [{ kind: 'unreadable', unreadable_reason: 'not_json' }, /^This is not JSON/],
    [{ kind: 'unreadable', unreadable_reason: 'not_utf8' }, /^This is not readable text/],
    [{ kind: 'unknown' }, /^This has an unknown format/],
  ])('says how a request was answered that it cannot describe: %o', (part, said) => {
    const nothing = { ...part, type: null, status: null, card_last_4: null }
    const [asked, ...rest] = words({ ...nothing, answer }, null).split(/(?<=\.) /)
    expect(asked).toBe('The gateway asked whether a transaction may proceed.')
    expect(rest.join(' ')).toMatch(said)
    expect(rest.at(-1)).toBe('It may: this shop lets every payment through.')
    const declined = { ...answer, code: 1, reason: 'unreadable' } as const
    expect(words({ ...nothing, answer: declined, quarantined: true }, null)).toMatch(
      /^Nothing shows that this is true: The gateway asked .* It was declined: the request could not be understood\.$/,
    )
  })

  it('describes an expired checkout and an unreadable body', () => {
    expect(words({ kind: 'expired_checkout', description: 'Order 7' }, '€5.00')).toBe(
      'A payment link over €5.00 for “Order 7” expired before it was paid.',
    )
    expect(words({ kind: 'expired_checkout' }, null)).toBe('A payment link expired before it was paid.')
    expect(words({ kind: 'unknown', quarantined: true })).toMatch(/^This has an unknown format/)
    expect(words({ kind: 'unreadable', unreadable_reason: 'not_utf8' })).toMatch(/^This is not readable text/)
    expect(words({ kind: 'unreadable', unreadable_reason: 'not_json' })).toMatch(/^This is not JSON/)
  })

  it('does not call an unread notification unreadable or a mere claim', () => {
    expect(words({ kind: 'unknown', worked_out: false, quarantined: true })).toMatch(
      /^This has arrived and is stored\. It is still being processed/,
    )
  })

  it('says the beginning of foreign words that are long', () => {
    expect(words({ type: 'x'.repeat(5000), status: 'y'.repeat(5000), card_last_4: null })).toBe(
      `A transaction of the type “${'x'.repeat(120)}…” of €149.90 has the status “${'y'.repeat(120)}…”.`,
    )
    expect(words({ status: 'failed', message: 'z'.repeat(5000), card_last_4: null })).toBe(
      `A payment of €149.90 failed. It says: “${'z'.repeat(120)}…”.`,
    )
  })

  it('says foreign words as they are, also those that look like a message', () => {
    expect(words({ status: '{x}', type: '<b>', card_last_4: null })).toBe(
      'A transaction of the type “<b>” of €149.90 has the status “{x}”.',
    )
  })
})
