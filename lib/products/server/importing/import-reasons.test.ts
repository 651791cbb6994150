import { describe, expect, it } from 'vitest'
import type { ProductTarget } from '../../import'
import { good, plan } from './testing'

const missing = 'Needed for a new product'
const aPrice = 'Not an amount. Write it as in 1234.50'
const oddSeparators = 'The separators do not fit. Write them as in 1,234,567'
const aWhole = 'Only a whole number, as in 25, or “unlimited”'
const aDate = 'Write date, time and zone as in 2026-12-31T18:00:00+01:00, or “never”'
const noSuchDate = 'There is no such date or time. Write it as in 2026-12-31T18:00:00+01:00'
const aSheetDate =
  'This is a spreadsheet’s internal date number. Write date, time and zone as in 2026-12-31T18:00:00+01:00'
const noZone = 'The time zone is missing, or not in hours and minutes as in '
const notKnown = (names: string) =>
  `Not known: ${names}. Known are: first_name, last_name, country, state, city, address, zip, phone, birth_date, email, taxpayer_id`
const minor = 'Only a whole number of minor units, as in 6500 for 65.00'
const twoPrices = (first: string) =>
  `This can be KWD\u00a01.234 or KWD\u00a01,234.000. Write ${first} for the first, 1234 for the second`
const noProduct = 'This shop has no product with this ID. Leave the ID empty to create a new one'
const noExpiry =
  'Instead of expired_at, a column immortal with “true” will do: the product then never expires'
const decimals = 'EUR has 2 decimals, and this has more'

const reasons: [field: ProductTarget, reason: string, cells: string[]][] = [
  ['name', missing, ['']],
  ['name', 'It contains only spaces', ['   ', '\u00a0']],
  ['name', 'It contains an invisible control character (U+0007). Delete it', ['a\u0007b']],
  ['description', missing, ['']],
  ['description', 'It contains an invisible control character (U+001B). Delete it', ['\u001b[1m']],
  ['currency', missing, ['']],
  ['currency', 'A currency is three letters, as in EUR', ['Euro', '€', '978', 'EUR USD', 'null']],
  ['currency', 'XXX is not an ISO 4217 currency code such as EUR', ['XXX']],
  ['price', missing, ['']],
  ['price', 'Must be more than zero', ['0', '0.00', '0,0', '-5', '-12,50', '−5', '(5.00)']],
  ['price', decimals, ['12.3456', '0,001', '1234.567']],
  ['price', aPrice, ['free', '.', 'NaN', '{}', '12;50', '1/2', '0x10']],
  ['price', oddSeparators, ['1.2.3', '1,23,4', '12,34.5', '12..5', '1 2']],
  ['price', 'Write only the sign or the code of EUR beside the amount, not “$”', ['$12.50', '12,50 $']],
  ['price', 'Write only the sign or the code of EUR beside the amount, not “USD”', ['USD 12.50']],
  ['price', 'Write the number out, as in 1000', ['1e3', '1,2E+12']],
  ['price', 'The amount is too large', ['99999999999999999', '99999999999999999.99']],
  ['price', '#REF! is a spreadsheet error. Put the value here', ['#REF!']],
  ['price', '#N/A is a spreadsheet error. Put the value here', ['#N/A']],
  ['price', 'This is a formula. Put its result here', ['=A1*2', '＝1']],
  ['quantity', 'Needed: a whole number, or “unlimited”', ['']],
  ['quantity', 'Must not be negative', ['-1', '−1', '(3)']],
  ['quantity', aWhole, ['1.5', '3,0', '3 pcs', '1,000', '1 000', 'many', 'true']],
  ['quantity', 'Write the number out, as in 1000', ['1e3']],
  ['quantity', 'Write it with the digits 0 to 9', ['٣']],
  ['quantity', 'This number is too large', ['99999999999999999999']],
  ['infinite', 'Must be true or false', ['maybe', '2', 'null']],
  ['test', 'Must be true or false', ['maybe', 'peut-être']],
  ['immortal', 'Must be true or false', ['forever']],
  ['expired_at', 'Needed: date, time and zone as in 2026-12-31T18:00:00+01:00, or “never”', ['']],
  ['expired_at', 'Time and time zone are missing, as in 2030-01-01T18:00:00+01:00', ['2030-01-01']],
  ['expired_at', `${noZone}2030-01-01T10:30:00+01:00`, ['2030-01-01T10:30:00', '2030-01-01 10:30', '2030-01-01T10:30:00 CET', '2030-01-01T10:30:00 Europe/Berlin', '2030-01-01T10:30:00+01:00[Europe/Berlin]']],
  ['expired_at', noSuchDate, ['2030-02-30T00:00:00Z', '2030-02-30', '2030-13-01T00:00:00+01:00', '2030-01-01T25:00:00Z', '0000-00-00']],
  ['expired_at', aDate, ['01/02/2030 10:00', '31.12.2030', 'tomorrow', '2030-1-1T00:00:00Z', '1893456000', 'Dec 31, 2030']],
  ['expired_at', aSheetDate, ['47484', '47484.5', '47484,75']],
  ['language', 'A language is two letters, as in en', ['eng', 'e1', 'en-US', 'English']],
  ['transaction_type', 'One of: payment, authorization', ['refund']],
  ['return_url', 'Must be a full address, beginning with https:// or http://', ['shop.example', 'javascript:alert(1)', 'ftp://x', '/thanks', 'https:/x']],
  ['return_url', 'An address must not contain spaces or line breaks', ['https://shop.example/a b', 'https://shop.example/a\nb']],
  ['return_url', 'Not a full address such as https://shop.example/thanks', ['https://', 'https://[x', 'https://a\\b']],
  ['shop_id', 'Must be more than zero', ['0', '-3']],
  ['shop_id', 'Must be a whole number above zero', ['mine', '1.5']],
  ['visible_fields', notKnown('passport'), ['email, passport']],
  ['visible_fields', notKnown('["email"]'), ['["email"]']],
  ['id', noProduct, ['prd_unknown', 'DROP TABLE products', '{"id":1}']],
  ['id', 'Row 7 of this file has the same ID; only one row can change a product', ['prd_twice']],
] // prettier-ignore

describe('why a cell is not taken', () => {
  const single = reasons.flatMap(([field, reason, cells]) =>
    cells.map((cell) => [field, cell, reason] as const),
  )
  it.each(single)('%s %j: %s', (field, cell, reason) => {
    const { state, errors, change } = plan({ ...good, [field]: cell })
    expect(state).toBe('invalid')
    expect(change).toEqual({})
    expect(errors?.[field]).toEqual([reason])
  })

  it.each<[Parameters<typeof plan>[0], Record<string, string>]>([
    [{ price: '', amount: '12.50' }, { amount: 'Minor units are whole numbers, as in 6500 for 65.00. If the column holds prices as 65.00, read it as the price in major units' }],
    [{ price: '', amount: '-1' }, { amount: 'Must be more than zero' }],
    [{ price: '', amount: '9007199254740993' }, { amount: 'This number is too large' }],
    [{ price: '', amount: 'twelve' }, { amount: minor }],
    [{ price: '', amount: '' }, { price: missing }],
    [{ price: 'x', amount: '' }, { price: aPrice }],
    [{ price: '12.50', amount: '1251' }, { price: 'Price and amount contradict each other. Leave one of them empty' }],
    [{ currency: 'JPY', price: 'free' }, { price: 'Not an amount. Write it as in 1234' }],
    [{ currency: 'KWD', price: 'free' }, { price: 'Not an amount. Write it as in 1234.500' }],
    [{ currency: 'JPY' }, { price: 'JPY has no decimals, and this has more' }],
    [{ currency: 'KWD', price: '1.2345' }, { price: 'KWD has 3 decimals, and this has more' }],
    [{ currency: 'KWD', price: '1,234' }, { price: twoPrices('KWD 01,234') }],
    [{ currency: 'KWD', price: 'KWD 1.234' }, { price: twoPrices('KWD 01.234') }],
    [{ currency: 'KWD', price: '1.234', amount: '1235' }, { price: twoPrices('KWD 01.234') }],
    [{ currency: 'KWD', price: '4.250' }, { price: 'This can be KWD\u00a04.250 or KWD\u00a04,250.000. Write 4.25 for the first, 4250 for the second' }],
    [{ price: '10.555' }, { price: 'The file does not show whether this is €10,555.00 or has more decimals than EUR has. Write 10555 for €10,555.00, or 2 decimals at most' }],
    [{ price: '12.50', amount: 'x' }, { amount: minor }],
    [{ visible_fields: 'Email, PHONE, Passport' }, { visible_fields: notKnown('Passport') }],
    [{ currency: '' }, { currency: missing, price: 'A price needs a currency in the same row' }],
    [{ currency: 'XXX', price: '12.345' }, { currency: 'XXX is not an ISO 4217 currency code such as EUR' }],
    [{ quantity: '3', infinite: 'yes' }, { quantity: 'Leave it empty: the row says that the stock is unlimited' }],
    [{ quantity: 'unlimited', infinite: 'no' }, { infinite: 'Another column of the row says the opposite' }],
    [{ infinite: 'no', quantity: 'unlimited' }, { infinite: 'Another column of the row says the opposite' }],
    [{ expired_at: 'never', immortal: '0' }, { immortal: 'Another column of the row says the opposite' }],
  ])('%j: %j', (cells, expected) =>
    expect(plan({ ...good, ...cells }).errors).toEqual(
      Object.fromEntries(Object.entries(expected).map(([field, reason]) => [field, [reason]])),
    )) // prettier-ignore

  it('names missing columns in one line, as they are the same for every row', () => {
    expect(plan({ name: 'Ink', test: 'maybe' }).errors).toEqual({
      test: ['Must be true or false'],
      columns: [
        `A new product also needs description, currency, price, quantity, expired_at; no column of the file is read as these. Instead of quantity, a column infinite with “true” will do: the stock is then unlimited. ${noExpiry}`,
      ],
    })
    const { expired_at: _, ...others } = good
    expect(plan(others).errors).toEqual({
      columns: [`A new product also needs expired_at; no column of the file is read as this. ${noExpiry}`],
    })
  })
  it('is told at once also for cells as long as a file may have', () => {
    const spaces = ' '.repeat(200_000)
    expect(plan({ ...good, expired_at: `1${spaces}x`, quantity: `-${spaces}x` }).errors).toEqual({
      expired_at: [aDate],
      quantity: [aWhole],
    })
  })
  it('also applies to existing products', () => {
    expect(plan({ id: 'prd_01', quantity: '-1', price: '-1' }).errors).toEqual({
      quantity: ['Must not be negative'],
      price: ['Must be more than zero'],
    })
    const endless = {
      id: 'prd_01',
      quantity: '7',
      infinite: 'yes',
      expired_at: '2031-01-01T00:00:00Z',
      immortal: 'true',
    }
    expect(plan(endless).errors).toEqual({
      quantity: ['Leave it empty: the row says that the stock is unlimited'],
      expired_at: ['Leave it empty: the row says that the product never expires'],
    })
  })
})
