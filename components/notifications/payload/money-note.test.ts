import { expect, it } from 'vitest'
import { type Json, parseJson } from '@/components/ui/text/json-text'
import { moneyAt } from './payload-section'

/** Returns `moneyAt` for the value at `path` of the JSON `text`. */
function at(text: string, path: (string | number)[], usual: string | null = null) {
  const parents: Json[] = []
  let value = parseJson(text)!
  for (const key of path) {
    parents.push(value)
    value = 'entries' in value ? value.entries.find(([name]) => name === key)![1] : value
  }
  return moneyAt({ path, parents }, value, usual)
}

it('takes the currency that stands nearest', () => {
  const text = '{"currency":"USD","transaction":{"currency":"EUR","amount":14990,"payment":{"amount":1}}}'
  expect(at(text, ['transaction', 'amount'])).toEqual({ amount: 14990, currency: 'EUR' })
  expect(at(text, ['transaction', 'payment', 'amount'])).toEqual({ amount: 1, currency: 'EUR' })
})

it('falls back on the notification’s currency, and reads digits in quotes', () => {
  expect(at('{"amount":"1250"}', ['amount'], 'JPY')).toEqual({ amount: 1250, currency: 'JPY' })
  expect(at('{"refund_amount":5}', ['refund_amount'], 'JPY')).toEqual({ amount: 5, currency: 'JPY' })
})

it('adds no note to what is no amount or has no currency', () => {
  expect(at('{"amount":1250}', ['amount'])).toBeNull()
  expect(at('{"amount":12.5}', ['amount'], 'EUR')).toBeNull()
  expect(at('{"amount":99999999999999999999}', ['amount'], 'EUR')).toBeNull()
  expect(at('{"amount":{"x":1}}', ['amount'], 'EUR')).toBeNull()
  expect(at('{"count":3}', ['count'], 'EUR')).toBeNull()
  expect(at('{"currency":"constructor","amount":3}', ['amount'])).toBeNull()
})
