import { describe, expect, it } from 'vitest'
import { minorUnitExponent } from '../../gateway/values/minor-units'
import { decimalMarkIn, readMoney } from './typed-money'

const read = (text: string, currency: string, decimal: '.' | ',' | null) =>
  readMoney(text, { currency, exponent: minorUnitExponent(currency) }, decimal)

describe('the decimal mark that an amount shows', () => {
  it.each(['10.50', '.5', '0.555', '012.345', '1234.567', '1,234.567', "1'234.567", '1,234,567', '1,23,456', '€12.50', '12.50 kr.', 'Rs.12.50', '-3.5', '12.'])(
    'is the point in %j',
    (text) => expect(decimalMarkIn(text)).toBe('.'),
  ) // prettier-ignore

  it.each(['10,50', ',5', '0,555', '1.234,56', '1.234,567', '1.234.567', '1 234,567', '12,50 €', '١٢,٥'])(
    'is the comma in %j',
    (text) => expect(decimalMarkIn(text)).toBe(','),
  )

  it.each(['', '10', '1 250', '10.555', '4,250', 'KWD 4.250', 'Rs.50', 'Rs.500', '1.2.3', '01.02.2026', 'free', '12٫5'])(
    'is not certain in %j',
    (text) => expect(decimalMarkIn(text)).toBeNull(),
  ) // prettier-ignore
})

describe('an amount of a file', () => {
  it.each([
    ['4.250', 'KWD', '.', 4250],
    ['4.250', 'KWD', ',', 4_250_000],
    ['4,250', 'KWD', ',', 4250],
    ['10.555', 'EUR', ',', 1_055_500],
    ['10,555', 'EUR', '.', 1_055_500],
    ['12٫345', 'KWD', '.', 12_345],
    ['1 250', 'EUR', null, 125_000],
    ['10.50', 'EUR', null, 1050],
    ['KWD 04.250', 'KWD', null, 4250],
    ['12.', 'EUR', null, 1200],
  ] as const)('%j in %s with the decimal mark %j is %i minor units', (text, currency, decimal, minor) =>
    expect(read(text, currency, decimal)).toEqual({ kind: 'amount', minor }),
  )

  it('has too many decimals where its mark is the decimal one', () => {
    const refused = { kind: 'refused', problem: 'too_many_decimals' }
    expect(read('10.555', 'EUR', '.')).toEqual(refused)
    expect(read('12,400', 'JPY', ',')).toEqual(refused)
  })

  it('may mean two where the file shows no decimal mark, unless the currency has no decimals', () => {
    expect(read('10.555', 'EUR', null)).toEqual({ kind: 'ambiguous', readings: [1_055_500] })
    expect(read('12,400', 'JPY', null)).toEqual({ kind: 'amount', minor: 12_400 })
    expect(read('4.250', 'KWD', null)).toEqual({ kind: 'ambiguous', readings: [4250, 4_250_000] })
  })
})
