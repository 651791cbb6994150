import { expect, it } from 'vitest'
import { formatMoneyIn } from './local-money'

it.each([
  [6500, 'EUR', 2, 'en', /^€65\.00$/],
  [6500, 'EUR', 2, 'de', /^65,00 €$/],
  [123450, 'EUR', 2, 'fr', /^1 234,50 €$/],
  [9750, 'KWD', 3, 'ar', /9\.750/],
  [12400, 'JPY', 0, 'ja', /12,400/],
  [9007199254740991, 'EUR', 2, 'de', /90\.071\.992\.547\.409,91/],
  [6500, 'EUR', 2, 'xh_', /^€65\.00$/],
  [6500, 'nonsense', 2, 'de', /^nonsense 65\.00$/],
])('%i %s with %i decimals in %s', (minor, currency, exponent, language, text) => {
  const found = formatMoneyIn(minor, currency, exponent, language).replaceAll(/[\u00a0\u202f]/g, ' ')
  expect(found).toMatch(text)
})
