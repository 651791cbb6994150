import { describe, expect, it } from 'vitest'
import type { ProductTarget } from '../../import'
import type { ProductDetail } from '../../schema'
import { guessColumns } from '../../../jobs/server/imports/columns'
import { productImport } from './import'
import { planRow, type RowContext } from './import-row'
import { good, known, plan } from './testing'
import { majorTextFor } from '../../../core/server/files/csv'
import { productCell } from '../listing/item'

describe('a row of a file', () => {
  it('makes a product', () =>
    expect(plan(good)).toEqual({
      state: 'planned',
      subject: null,
      before: null,
      errors: null,
      change: {
        name: 'Ink',
        description: 'Black',
        currency: 'EUR',
        amount: 1250,
        quantity: 3,
        expired_at: '2030-01-01T00:00:00+00:00',
        language: 'en',
      },
    }))
  it('takes no error of a spreadsheet for a text, unless the product has it', () => {
    const odd = ['#NAME? is a spreadsheet error. Put the value here']
    expect(plan({ ...good, name: '#NAME?' }).errors).toEqual({ name: odd })
    expect(plan({ id: 'prd_01', description: '#NAME?' }).errors).toEqual({ description: odd })
    expect(plan({ id: 'prd_01', name: '#N/A' }, { ...known, name: '#N/A' }).state).toBe('unchanged')
    expect(plan({ ...good, name: '#12 Paper' }).errors).toBeNull()
  })
  it('makes a product as the shop’s defaults say, and changes none by them', () => {
    const defaults = { language: 'de', return_url: 'https://shop.example/back' }
    expect(plan({ ...good, language: 'fr' }, known, defaults).change).toMatchObject({
      language: 'fr',
      return_url: defaults.return_url,
    })
    expect(plan({ ...good, language: '' }, known, defaults).change).toMatchObject(defaults)
    expect(plan({ id: 'prd_01', name: 'Pulp' }, known, defaults).change).toEqual({ name: 'Pulp' })
  })

  it('reads values as spreadsheets and people write them', () =>
    expect(
      plan({ ...good, currency: ' jpy ', price: '1 250', quantity: '∞', expired_at: 'never', test: 'Yes', language: 'DE', visible_fields: 'email; phone' })
        .change,
    ).toMatchObject({ currency: 'JPY', amount: 1250, infinite: true, immortal: true, test: true, language: 'de', visible_fields: ['email', 'phone'] })) // prettier-ignore

  it.each([
    ['EUR', '1.234,56 €', 123_456],
    ['EUR', '€1,234,567', 123_456_700],
    ['CHF', "CHF 1'234.50", 123_450],
    ['INR', '1,00,000.00', 10_000_000],
    ['EUR', '١٢٫٥', 1250],
    ['JPY', '¥1,012,400', 1_012_400],
    ['JPY', '12,400', 12_400],
    ['KWD', '1,234.567', 1_234_567],
    ['KWD', '01.234', 1234],
    ['KWD', '1234.000', 1_234_000],
  ])('reads a price in %s written as %j', (currency, price, amount) => {
    expect(plan({ ...good, currency, price }).change).toMatchObject({ currency, amount })
  })

  it('takes the price that the row has in minor units too, where the cell may mean two', () => {
    const dinars = { ...good, currency: 'KWD', price: '1.234' }
    expect(plan({ ...dinars, amount: '1234' }).change).toMatchObject({ amount: 1234 })
    expect(plan({ ...dinars, amount: '1234000' }).change).toMatchObject({ amount: 1_234_000 })
  })

  it('changes a currency only with its price, and shows it even if the number is equal', () => {
    expect(plan({ id: 'prd_01', currency: 'JPY' })).toMatchObject({
      state: 'invalid',
      change: {},
      errors: { currency: ['Another currency needs a price in the same row'] },
    })
    const before = { amount: 6500, currency: 'EUR' }
    expect(plan({ id: 'prd_01', currency: 'USD', price: '65.00' })).toMatchObject({
      state: 'planned',
      change: { amount: 6500, currency: 'USD' },
      before,
    })
    // The exported price, but with a currency that has no decimals.
    expect(plan({ id: 'prd_01', currency: 'JPY', price: '65.00' }).state).toBe('invalid')
    expect(plan({ id: 'prd_01', currency: 'JPY', price: '65' })).toMatchObject({
      change: { amount: 65, currency: 'JPY' },
      before,
    })
    expect(plan({ id: 'prd_01', currency: 'EUR' }).state).toBe('unchanged')
  })

  it('ignores a row that has only an ID', () =>
    expect(plan({ id: 'prd_01', name: '' })).toMatchObject({ state: 'unchanged', errors: null }))

  it('changes only what differs', () => {
    expect(plan({ id: 'prd_01', name: 'Paper', price: '70', test: 'false' })).toEqual({
      state: 'planned',
      subject: 'prd_01',
      change: { amount: 7000 },
      before: { amount: 6500, currency: 'EUR' },
      errors: null,
    })
    expect(plan({ id: 'prd_01', name: 'Paper', expired_at: '2030-01-01T06:30:00Z', visible_fields: 'Email email' }).state)
      .toBe('unchanged') // prettier-ignore
  })
  it('also sends fields that the gateway requires with it', () => {
    const endless = { ...known, infinite: true, quantity: null, immortal: true, expired_at: null }
    expect(plan({ id: 'prd_01', quantity: '5' }, endless).change).toEqual({ quantity: 5, infinite: false })
    expect(plan({ id: 'prd_01', expired_at: '2031-01-01T00:00:00Z' }, endless).change).toEqual({
      expired_at: '2031-01-01T00:00:00+00:00',
      immortal: false,
    })
    const unsure = { ...known, immortal: null, sources: { ...known.sources, immortal: 'unknown' as const } }
    expect(plan({ id: 'prd_01', immortal: 'no' }, unsure).change).toEqual({
      immortal: false,
      expired_at: '2030-01-01T12:00:00+05:30',
    })
  })
})

describe('what is wrong with a row is named before anything is sent:', () => {
  it('all of it at once', () => {
    const { errors, state, change } = plan({
      ...good,
      currency: 'XXX',
      quantity: 'x',
      test: 'x',
      expired_at: 'x',
      price: 'x',
    })
    expect([state, change]).toEqual(['invalid', {}])
    expect(Object.keys(errors ?? {}).sort()).toEqual(['currency', 'expired_at', 'price', 'quantity', 'test'])
  })
  it('that it says nothing', () =>
    expect(plan({ name: ' ' }).errors).toEqual({
      base: ['The row has no value in any column that is read'],
    }))
  it('cells beyond the columns', () => {
    const context: RowContext = {
      columns: ['name'],
      minorUnits: {},
      decimal: null,
      defaults: {},
      product: () => known,
      earlier: () => undefined,
    }
    expect(planRow(['a', 'b'], context).errors).toEqual({
      base: [
        'The row has more cells than the header has columns. A cell that contains a separator needs quotation marks',
      ],
    })
    expect(planRow(['a', ' '], context).errors?.columns?.[0]).toMatch(/^A new product also needs/)
  })
})

describe('what the gateway holds', () => {
  const odd = {
    ...known,
    name: 'a\u0007b',
    description: ' ',
    currency: 'XBT',
    amount: -500,
    quantity: -1,
    language: 'en-US',
    transaction_type: 'Payment',
    visible_fields: ['email', 'passport'],
    return_url: 'shop.example/a b',
    shop_id: 0,
  } as unknown as ProductDetail
  const columns: ProductTarget[] = ['id', 'name', 'description', 'currency', 'price', 'amount', 'quantity', 'infinite', 'test', 'immortal', 'expired_at', 'language', 'transaction_type', 'visible_fields', 'return_url', 'shop_id'] // prettier-ignore
  const exported = (separator: 'comma' | 'semicolon' = 'comma') =>
    Object.fromEntries(
      columns.map((column) => [
        column,
        productCell(odd, column, majorTextFor({ minorUnits: {} }, separator)),
      ]),
    )

  it('reads yes and no in words, and refuses contradictory rows', () => {
    expect(plan({ ...good, test: 'ja' })).toMatchObject({ state: 'planned', change: { test: true } })
    expect(plan({ ...good, immortal: 'true' }).errors).toHaveProperty('expired_at')
    expect(plan({ ...good, infinite: 'oui' }).errors).toHaveProperty('quantity')
  })

  it('does not refuse a row that leaves the invalid value unchanged', () => {
    expect(plan(exported(), odd)).toMatchObject({ state: 'unchanged', errors: null })
    expect(plan(exported('semicolon'), odd)).toMatchObject({ state: 'unchanged', errors: null })
    expect(plan({ ...exported(), test: 'WAHR' }, odd)).toMatchObject({
      state: 'planned',
      change: { test: true },
    })
  })
  it('refuses a row that changes it to another invalid value', () =>
    expect(Object.keys(plan({ ...exported(), language: 'en-GB', shop_id: '-1' }, odd).errors ?? {})).toEqual([
      'language',
      'shop_id',
    ]))

  it('is not shown as empty if it is unknown', () => {
    const unknown = {
      ...known,
      immortal: null,
      expired_at: null,
      visible_fields: null,
      sources: { ...known.sources, immortal: 'unknown', expired_at: 'unknown', visible_fields: 'unknown' },
    } as ProductDetail
    expect(plan({ id: 'prd_01', visible_fields: 'email', return_url: 'https://a.example' }, unknown)).toMatchObject({
      change: { visible_fields: ['email'], return_url: 'https://a.example' },
      before: { return_url: null },
    }) // prettier-ignore
    expect(plan({ id: 'prd_01', visible_fields: 'email' }, unknown).before).toEqual({})
  })
  it('is the default that a complete submission left', () => {
    const whole = { ...known, immortal: null, sources: { ...known.sources, immortal: 'submitted' } } as ProductDetail
    expect(plan({ id: 'prd_01', immortal: 'no' }, whole).state).toBe('unchanged')
  }) // prettier-ignore
})

it('guesses what columns are', () => {
  expect(
    guessColumns(
      ['ID', ' Product name', 'Unit price', 'Qty', 'Expires at', 'Colour', 'price', '', 'constructor'],
      productImport.names,
    ),
  ).toEqual(['id', 'name', 'price', 'quantity', 'expired_at', null, null, null, null])
  expect(guessColumns(['Bezeichnung', 'Währung', 'PREIS', 'Quantité', 'Descripción'], productImport.names)).toEqual(['name', 'currency', 'price', 'quantity', 'description']) // prettier-ignore
  expect(guessColumns(['Amount (minor units)', 'VISIBLE_FIELDS', 'return-url'], productImport.names)).toEqual(['amount', 'visible_fields', 'return_url']) // prettier-ignore
})
