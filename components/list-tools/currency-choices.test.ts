import { expect, it } from 'vitest'
import { currencyCodes } from '@/lib/gateway/currencies'
import { currencyChoices } from './currency-choices'

it('offers first what is used, also what no standard knows, then all others, each once', () => {
  const choices = currencyChoices(['USD', null, 'XBT', 'USD', 'euros', 'EUR'], ['JPY'])
  expect(choices.slice(0, 4)).toEqual(['EUR', 'USD', 'XBT', 'AED'])
  expect(choices).toHaveLength(currencyCodes.length + 1)
  expect(new Set(choices)).toEqual(new Set([...currencyCodes, 'XBT']))
})

it('offers what is chosen, whatever it is', () => {
  expect(currencyChoices([], ['XBT']).at(-1)).toBe('XBT')
})
