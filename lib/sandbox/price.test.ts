import { expect, it } from 'vitest'
import { price } from './price'

it.each([
  [{ amount: 1250, currency: 'EUR' }, 'en', '€12.50'],
  [{ amount: 1250, currency: 'EUR' }, 'de', '12,50 €'],
  [{ amount: 123456789, currency: 'EUR' }, 'fr', '1 234 567,89 €'],
  [{ amount: 1250, currency: 'JPY' }, 'de', '1.250 ¥'],
  // The provider's table of decimals, not ISO 4217's.
  [{ amount: 1250, currency: 'KWD' }, 'de', '1,250 KWD'],
  [{ amount: 1250, currency: 'MMK' }, 'de', '1.250 MMK'],
  [{ amount: 9_007_199_254_740_991, currency: 'EUR' }, 'es', '90.071.992.547.409,91 €'],
  [{ amount: 1250, currency: 'EUR' }, 'zh', '€12.50'],
  [{ amount: 1250, currency: 'EUR' }, 'uk', '12,50 €'],
  [{ amount: 1250, currency: 'CAD' }, 'uk', '12,50 CAD'],
] as const)('%j in %s', (money, language, text) => {
  expect(price(money, language).replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(text)
})

it('keeps Latin digits in Arabic, as they stand on the card', () => {
  expect(price({ amount: 1250, currency: 'EUR' }, 'ar')).toMatch(/12[.,]50/)
})
