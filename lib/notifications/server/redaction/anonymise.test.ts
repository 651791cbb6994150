import { describe, expect, it } from 'vitest'
import { anonymisedNotification, anonymiseJson } from './anonymise'

const names = {
  texts: ['Maria Keller', 'maria@reader.example', '+49 (0)151 2345678', 'a.b+c(d)[e]{f}|g^h$i\\j/k-l', 'Jo'],
  ids: ['c-1'],
  words: ['Groß', 'Anna-Lena', 'Payment', '田中'],
}

describe('a payload without a person', () => {
  it.each([
    ['Order of MARIA keller, to maria@reader.example.', 'Order of •••, to •••.'],
    ['call 0151/2345678 or +491512345678', 'call ••• or •••'],
    ['call 0151/2345679, paul@reader.example', 'call 0151/2345679, paul@reader.example'],
    ['to Maria%40Reader.example', 'to •••'],
    [
      'anna-maria@reader.example, x.maria@reader.example',
      'anna-maria@reader.example, x.maria@reader.example',
    ],
    ['/thanks?to=maria@reader.example, for%20maria@reader.example', '/thanks?to=•••, for%20•••'],
    ['c-1', '•••'],
    ['order-7; C-1;c-11', 'order-7;•••;c-11'],
    ['see a.b+c(d)[e]{f}|g^h$i\\j/k-l', 'see •••'],
    ['Jo', '•••'],
    ['Journal', 'Journal'],
    ['c-1 and more', 'c-1 and more'],
    ['', ''],
    ['For Mrs GROSS or Groß', 'For Mrs GROSS or •••'],
    ['groß, anna-lena: 2 vases', '•••, •••: 2 vases'],
    ['Großeinkauf von Annas', 'Großeinkauf von Annas'],
    ['Groß', '•••'],
    ['Rechnung_Groß', 'Rechnung_•••'],
    ['Groß/77', '•••/77'],
    ['田中様', '•••様'],
    ['payment', 'payment'], // The gateway's name for a type.
  ])('says of %j only %j', (text, left) => {
    expect(anonymiseJson(text, names)).toBe(left)
    expect(anonymiseJson({ a: [{ b: text }] }, names)).toEqual({ a: [{ b: left }] })
  })

  it('has its fields, and nothing in those that are personal, whatever that was', () => {
    const card = { holder: 'M KELLER', last_4: '4242', brand: 'visa', stamp: 'a1', token: '••••7f' }
    const given = {
      uid: '1',
      amount: 5,
      test: false,
      customer: { email: 'x@y.example', ip: '::1', external_id: 7 },
      billing_address: { first_name: { odd: ['Maria'] }, city: 'Leipzig' },
      credit_card: card,
      token: 'of the checkout',
    }
    expect(anonymiseJson(given, names)).toEqual({
      ...given,
      customer: { email: null, ip: null, external_id: null },
      billing_address: { first_name: null, city: null },
      credit_card: { ...card, holder: null, stamp: null, token: null },
    })
  })

  it('has no name where people write, in whatever letters', () => {
    const written = { description: 'payment', type: 'payment', extra: { note: 'groß', status: 'payment' } }
    expect(anonymiseJson(written, names)).toEqual({
      ...written,
      description: '•••',
      extra: { note: '•••', status: 'payment' },
    })
  })

  it('is not walked for ever', () => {
    const deep = JSON.parse(`${'['.repeat(5_000)}"maria@reader.example"${']'.repeat(5_000)}`) as unknown
    expect(JSON.stringify(anonymiseJson(deep, names))).not.toContain('maria')
  })
})

describe('a notification without the person that it names', () => {
  it('has no short names that are written together, and keeps numbers like a short postcode', () => {
    const transaction = {
      uid: 'short',
      description: 'Order 1010 of Li Na (Na, Li), not of Ali Nabil',
      tracking_id: '1010',
      billing_address: { first_name: 'Li', last_name: 'Na', zip: '1010' },
      credit_card: { brand: 'visa', last_4: '1010' },
    }
    expect(anonymisedNotification({ transaction })).toMatchObject({
      description: 'Order 1010 of ••• (•••), not of Ali Nabil',
      trackingId: '1010',
      cardLast4: '1010',
    })
  })
})
