import { describe, expect, it } from 'vitest'
import { blank } from './blank'

const names = {
  texts: ['Maria Keller', 'maria@reader.example', 'a.b+c(d)[e]{f}|g^h$i\\j/k-l', 'Jo'],
  ids: ['c-1'],
}

describe('a payload without a person', () => {
  it.each([
    ['Order of MARIA keller, to maria@reader.example.', 'Order of •••, to •••.'],
    ['c-1', '•••'],
    ['order-7; C-1;c-11', 'order-7;•••;c-11'],
    ['see a.b+c(d)[e]{f}|g^h$i\\j/k-l', 'see •••'],
    ['Jo', '•••'],
    ['Journal', 'Journal'],
    ['c-1 and more', 'c-1 and more'],
    ['', ''],
  ])('says of %j only %j', (text, left) => {
    expect(blank(text, names)).toBe(left)
    expect(blank({ a: [{ b: text }] }, names)).toEqual({ a: [{ b: left }] })
  })

  it('has its fields, and nothing in those that are personal, whatever that was', () => {
    const card = { holder: 'M KELLER', last_4: '4242', brand: 'visa' }
    const given = {
      uid: '1',
      amount: 5,
      test: false,
      customer: { email: 'x@y.example', ip: '::1', external_id: 7 },
      billing_address: { first_name: { odd: ['Maria'] }, city: 'Leipzig' },
      credit_card: card,
    }
    expect(blank(given, names)).toEqual({
      ...given,
      customer: { email: null, ip: null, external_id: null },
      billing_address: { first_name: null, city: null },
      credit_card: { ...card, holder: null },
    })
  })

  it('is not walked for ever', () => {
    const deep = JSON.parse(`${'['.repeat(5_000)}"maria@reader.example"${']'.repeat(5_000)}`) as unknown
    expect(JSON.stringify(blank(deep, names))).not.toContain('maria')
  })
})
