import { afterEach, expect, it, vi } from 'vitest'
import { payerForm } from '../../gateway/cards/card'
import { payerBody } from '../testing'
import { describeCard } from './describe'

const describe = (number: string, key = 'a') =>
  describeCard(number, { holder: 'M', exp_month: 1, exp_year: 2039 }, Buffer.from(key))

it.each([
  ['4200000000000000', 'visa', '42000000'],
  ['5204240000015003', 'master', '52042400'],
  ['2221000000000009', 'master', '22210000'],
  ['2720990000000007', 'master', '27209900'],
  ['5018000000000009', 'maestro', '50180000'],
  ['370000000000002', 'amex', null],
  ['2200000000000004', 'mir', null],
  ['6011000000000004', 'discover', null],
  ['3530111333300000', 'jcb', null],
  ['30569309025904', 'dinersclub', null],
  ['6200000000000005', 'unionpay', null],
  ['6304000000000000', 'maestro', '63040000'],
  ['9999999999999995', 'unknown', null],
])('describes %s as %s', (number, brand, bin_8) => {
  expect(describe(number)).toMatchObject({ brand, bin_8, bin: number.slice(0, 6), last_4: number.slice(-4) })
})

it('is constant in the stamp whatever the expiry or the holder', () => {
  const of = (holder: string | null, exp_year: number) =>
    describeCard('4200000000000000', { holder, exp_month: 2, exp_year }, Buffer.from('a')).stamp
  expect(new Set([of('M', 2039), of('J', 2041), of(null, 2039)]).size).toBe(1)
})

it('has no card number that somebody typed as the name', () => {
  const card = { holder: '4200 0000 0000 0000', exp_month: 1, exp_year: 2039 }
  expect(describeCard('4200000000000000', card, Buffer.from('a')).holder).toBe('••••0000')
})

it('keys the stamp', () => {
  expect(describe('4200000000000000', 'a').stamp).not.toBe(describe('4200000000000000', 'b').stamp)
})

it.each([
  ['12/39', { exp_month: 12, exp_year: 2039 }],
  ['1/39', { exp_month: 1, exp_year: 2039 }],
  ['0139', { exp_month: 1, exp_year: 2039 }],
  [' 01 / 2039 ', { exp_month: 1, exp_year: 2039 }],
  ['01-39', { exp_month: 1, exp_year: 2039 }],
  ['00/39', null],
  ['2039-01', null],
  ['139', null],
  ['12/', null],
])('reads the expiry %s', (expiry, expected) => {
  const read = payerForm([]).safeParse(payerBody({ expiry }))
  expect(read.success ? read.data.expiry : null).toEqual(expected)
})

afterEach(() => void vi.useRealTimers())

it('takes a card to the end of its month, wherever that ends last', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 4, 1, 11) })
  expect(payerForm([]).safeParse(payerBody({ expiry: '04/30' })).success).toBe(true)
  vi.setSystemTime(Date.UTC(2030, 4, 1, 13))
  expect(payerForm([]).safeParse(payerBody({ expiry: '04/30' })).success).toBe(false)
})
