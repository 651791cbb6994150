import { describe, expect, it } from 'vitest'
import type { ImportTarget } from '../../contracts/product-import'
import type { ProductDetail } from '../../contracts/product'
import { guessColumns } from './import-columns'
import { planRow, type RowContext } from './import-row'

const known = {
  id: 'prd_01', name: 'Paper', description: 'Laid', currency: 'EUR', amount: 6500, quantity: 4, infinite: false,
  test: false, immortal: false, expired_at: '2030-01-01T12:00:00+05:30', language: 'en', transaction_type: 'payment',
  visible_fields: ['email'], return_url: null, shop_id: null, archived: false,
} as unknown as ProductDetail // prettier-ignore

const good: Partial<Record<ImportTarget, string>> = {
  name: 'Ink',
  description: 'Black',
  currency: 'EUR',
  price: '12.50',
  quantity: '3',
  expired_at: '2030-01-01T00:00:00Z',
}
/** A row of these cells, as a file that has exactly these columns. */
function plan(cells: Partial<Record<ImportTarget, string>>, product = known) {
  const context: RowContext = {
    columns: Object.keys(cells) as ImportTarget[],
    minorUnits: {},
    product: (id) => (id === product.id ? product : undefined),
    earlier: (id) => (id === 'prd_twice' ? 7 : undefined),
  }
  return planRow(Object.values(cells), context)
}

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
  it('reads what spreadsheets and people write', () =>
    expect(
      plan({ ...good, currency: ' jpy ', price: '1 250', quantity: '∞', expired_at: 'never', test: 'Yes', language: 'DE', visible_fields: 'email; phone' })
        .change,
    ).toMatchObject({ currency: 'JPY', amount: 1250, infinite: true, immortal: true, test: true, language: 'de', visible_fields: ['email', 'phone'] })) // prettier-ignore

  it('changes only what differs', () => {
    expect(plan({ id: 'prd_01', name: 'Paper', price: '70', test: 'false' })).toEqual({
      state: 'planned',
      subject: 'prd_01',
      change: { amount: 7000 },
      before: { amount: 6500 },
      errors: null,
    })
    expect(plan({ id: 'prd_01', name: 'Paper', expired_at: '2030-01-01T06:30:00Z', visible_fields: 'email email' }).state)
      .toBe('unchanged') // prettier-ignore
  })
  it('sends along what the gateway wants with it', () => {
    const endless = { ...known, infinite: true, quantity: null, immortal: true, expired_at: null }
    expect(plan({ id: 'prd_01', quantity: '5' }, endless).change).toEqual({ quantity: 5, infinite: false })
    expect(plan({ id: 'prd_01', expired_at: '2031-01-01T00:00:00Z' }, endless).change).toEqual({
      expired_at: '2031-01-01T00:00:00+00:00',
      immortal: false,
    })
    const unsure = { ...known, immortal: null }
    expect(plan({ id: 'prd_01', immortal: 'no' }, unsure).change).toEqual({
      immortal: false,
      expired_at: '2030-01-01T12:00:00+05:30',
    })
  })
})

describe('a wrong cell is named before anything is sent:', () => {
  it.each<[field: string, cells: Partial<Record<ImportTarget, string>>]>([
    ['name', { name: '   ' }],
    ['name', { name: '' }],
    ['description', { description: '' }],
    ['currency', { currency: '' }],
    ['currency', { currency: 'XXX' }],
    ['currency', { currency: 'Euro' }],
    ['currency', { currency: '€' }],
    ['currency', { currency: '978' }],
    ['amount', { price: '' }],
    ['amount', { price: '0' }],
    ['amount', { price: '0.00' }],
    ['price', { price: '-5' }],
    ['price', { price: '12.345' }],
    ['price', { price: '12,50 €' }],
    ['price', { price: '€12' }],
    ['price', { price: 'free' }],
    ['price', { price: '1.2.3' }],
    ['price', { price: '1e3' }],
    ['price', { price: '1,00,000.00' }],
    ['price', { price: '99999999999999999' }],
    ['price', { price: 'NaN' }],
    ['price', { price: '#REF!' }],
    ['price', { price: '=A1*2' }],
    ['price', { price: '12.50', amount: '1251' }],
    ['price', { currency: '' }],
    ['price', { currency: 'JPY' }],
    ['amount', { price: '', amount: '12.50' }],
    ['amount', { price: '', amount: '-1' }],
    ['amount', { price: '', amount: '0' }],
    ['amount', { price: '', amount: '9007199254740993' }],
    ['amount', { price: '', amount: 'twelve' }],
    ['quantity', { quantity: '' }],
    ['quantity', { quantity: '-1' }],
    ['quantity', { quantity: '1.5' }],
    ['quantity', { quantity: '3 pcs' }],
    ['quantity', { quantity: '1,000' }],
    ['quantity', { quantity: '3', infinite: 'yes' }],
    ['infinite', { infinite: 'maybe' }],
    ['test', { test: '2' }],
    ['test', { test: 'ja' }],
    ['immortal', { immortal: 'forever' }],
    ['expired_at', { expired_at: '' }],
    ['expired_at', { expired_at: '2030-01-01' }],
    ['expired_at', { expired_at: '2030-01-01T00:00:00' }],
    ['expired_at', { expired_at: '2030-02-30T00:00:00Z' }],
    ['expired_at', { expired_at: '01/02/2030 10:00' }],
    ['expired_at', { expired_at: '47484.5' }],
    ['expired_at', { expired_at: '2030-01-01T25:00:00Z' }],
    ['language', { language: 'eng' }],
    ['language', { language: 'e1' }],
    ['transaction_type', { transaction_type: 'refund' }],
    ['return_url', { return_url: 'shop.example' }],
    ['return_url', { return_url: 'javascript:alert(1)' }],
    ['return_url', { return_url: 'https://shop.example/a b' }],
    ['shop_id', { shop_id: '0' }],
    ['shop_id', { shop_id: 'mine' }],
    ['visible_fields', { visible_fields: 'email, passport' }],
    ['id', { id: 'prd_unknown' }],
    ['id', { id: 'DROP TABLE products' }],
    ['id', { id: 'prd_twice' }],
  ])('%s in %j', (field, cells) => {
    const { state, errors, change } = plan({ ...good, ...cells })
    expect(state).toBe('invalid')
    expect(change).toEqual({})
    expect(Object.keys(errors ?? {}).map((path) => path.split('.')[0])).toContain(field)
  })

  it('all of them at once, and each in words', () => {
    const { errors } = plan({
      ...good,
      currency: 'XXX',
      quantity: 'x',
      test: 'x',
      expired_at: 'x',
      price: 'x',
    })
    expect(Object.keys(errors ?? {}).sort()).toEqual(['currency', 'expired_at', 'price', 'quantity', 'test'])
    for (const text of Object.values(errors ?? {}).flat()) expect(text).toMatch(/^[A-Z].* /)
  })
  it('also of a product that is there', () => {
    expect(plan({ id: 'prd_01', quantity: '-1', price: 'x' }).errors).toMatchObject({
      quantity: ['Zero or more'],
      price: ['Not a number'],
    })
    expect(plan({ id: 'prd_01' }).errors).toEqual({ base: ['No cell of a known column is filled in'] })
  })
  it('and cells beyond the columns', () => {
    const context = {
      columns: ['name'] as ImportTarget[],
      minorUnits: {},
      product: () => known,
      earlier: () => undefined,
    }
    expect(planRow(['a', 'b'], context).errors).toEqual({ base: ['More cells than the header has columns'] })
    expect(planRow(['a', ' '], context).errors).not.toHaveProperty('base')
  })
})

it('guesses what columns are', () => {
  expect(
    guessColumns([
      'ID',
      ' Product name',
      'Unit price',
      'Qty',
      'Expires at',
      'Colour',
      'price',
      '',
      'constructor',
    ]),
  ).toEqual(['id', 'name', 'price', 'quantity', 'expired_at', null, null, null, null])
  expect(guessColumns(['Amount (minor units)', 'VISIBLE_FIELDS', 'return-url'])).toEqual(['amount', 'visible_fields', 'return_url']) // prettier-ignore
})
