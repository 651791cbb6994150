import { describe, expect, it } from 'vitest'
import { readNotification } from '../../../gateway/notifications/notification'
import { maskEmail } from '../../../core/server/search/contacts-in-text'
import { maskCards } from '../../../core/server/search/card-numbers'
import { maskPayload, maskedText } from './mask'
import { withoutCards } from './without-cards'

const pan = '4200000000000000'
const all = { isPersonalShown: true }
const little = { isPersonalShown: false }

describe('a payload', () => {
  it('shows of a card token its end only, wherever the card is', () => {
    const card = { token: 'abcdefgh12345678', last_4: '0000' }
    const masked = { token: '••••5678', last_4: '0000' }
    for (const rights of [all, little]) {
      expect(maskPayload({ transaction: { credit_card: card } }, rights)).toEqual({
        transaction: { credit_card: masked },
      })
      expect(maskPayload({ credit_card: [card, card] }, rights)).toEqual({ credit_card: [masked, masked] })
      expect(maskPayload({ credit_card: { wallet: { token: 'abcdefgh12345678' } } }, rights)).toEqual({
        credit_card: { wallet: { token: '••••5678' } },
      })
    }
  })

  it('shows the payment token, which cannot charge', () => {
    const vendor = { name: 'CTP', token: 'f'.repeat(64) }
    expect(maskPayload({ additional_data: { vendor } }, all)).toEqual({ additional_data: { vendor } })
  })

  it.each<[string, unknown]>([
    ['as a text', pan],
    ['as a number', Number(pan)],
    ['in a list', [pan]],
    ['in a sentence', `paid with ${pan}.`],
    ['as its own field', { number: pan }],
    ['as a number of its own field', { number: Number(pan) }],
    ['in a list of its own field', { number: [pan] }],
    ['under another name', { cardnumber: pan }],
  ])('shows no card number %s', (_name, value) => {
    expect(JSON.stringify(maskPayload({ transaction: { x: value } }, all))).not.toContain(pan)
  })

  it('keeps numbers that pass a card’s checksum by chance', () => {
    const payload = {
      tracking_id: '202611230014',
      amount: 202611230014,
      payment: { rrn: '632710123456', ref_id: pan },
      billing_address: { phone: '491701234560' },
      description: 'Order 202611230014',
    }
    expect(maskPayload(payload, all)).toBe(payload)
    const text = JSON.stringify(payload)
    expect(maskedText(text, all)).toBe(text)
    expect(withoutCards(Buffer.from(text)).body.toString()).toBe(text)
  })

  it.each(['verification_value', 'cvc', 'cvv', 'pan', 'number'])('shows nothing of %s', (field) => {
    for (const value of ['123', 123, ['123']])
      expect(JSON.stringify(maskPayload({ credit_card: { [field]: value } }, all))).not.toContain('123')
  })

  it('shows personal data by role, in whatever form it comes', () => {
    const payload = {
      customer: { email: 'sofia@mail.example', ip: '1.2.3.4', phone: 491701234567, device_id: ['d', 'e'] },
      billing_address: {
        first_name: 'Sofia',
        zip: 10115,
        address: { street: 'X' },
        city: 'Berlin',
        last_name: null,
      },
    }
    expect(maskPayload(payload, all)).toEqual(payload)
    expect(maskPayload(payload, little)).toEqual({
      customer: { email: 's•••@mail.example', ip: '•••', phone: '•••', device_id: '•••' },
      billing_address: { first_name: '•••', zip: '•••', address: '•••', city: 'Berlin', last_name: null },
    })
  })

  it('shows no contact in a field of the shop’s own, and leaves its numbers', () => {
    const payload = {
      additional_data: { note: 'call +370 612 77788', of: 'a@b.example', contract: '0123456789' },
    }
    expect(maskPayload(payload, all)).toEqual(payload)
    expect(maskPayload(payload, little)).toEqual({
      additional_data: { note: 'call •••88', of: 'a•••@b.example', contract: '0123456789' },
    })
  })

  it('comes back as the very same value where nothing had to be masked', () => {
    const payload: unknown = JSON.parse(
      '{"a":[1,2.5,true,null,"",{"b":"x"}],"__proto__":{"c":1},"constructor":"d"}',
    )
    expect(maskPayload(payload, little)).toBe(payload)
  })

  it('keeps names that objects have too', () => {
    const payload: unknown = JSON.parse(`{"__proto__":{"number":"${pan}"},"constructor":"d"}`)
    expect(JSON.stringify(maskPayload(payload, all))).toBe(
      '{"__proto__":{"number":"••••"},"constructor":"d"}',
    )
  })

  it('is not walked for ever', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const content = readNotification(Buffer.from(`${open.repeat(100_000)}1${close.repeat(100_000)}`))
      if (content.kind !== 'unknown') throw new Error(content.kind)
      const masked = JSON.stringify(maskPayload(content.json, all))
      expect(masked.length).toBeLessThan(1000)
      expect(masked).toContain('…')
    }
  })
})

describe('a text', () => {
  it.each([
    [pan, '••••0000'],
    [`a ${pan} b 5204240000015003`, 'a ••••0000 b ••••5003'],
    ['4200000000000001', '4200000000000001'],
    ['1-310b0da80b', '1-310b0da80b'],
    ['123456789012', '123456789012'],
    [`PAN${pan}`, 'PAN••••0000'],
    [`card_${pan}`, 'card_••••0000'],
    [`%B${pan}^KELLER/MARIA^2912`, '%B••••0000^KELLER/MARIA^2912'],
    [`${pan}exp1229`, '••••0000exp1229'],
    [`a1-${pan}`, `a1-${pan}`],
    [`abc${pan}def`, `abc${pan}def`],
    ['order-420000000000', 'order-420000000000'],
    ['4200  0000  0000  0000', '••••0000'],
    ['4200\t0000\t0000\t0000', '••••0000'],
    ['4200/0000/0000/0000', '••••0000'],
    ['4200_0000_0000_0000', '••••0000'],
    ['4200\u00ad0000\u00ad0000\u00ad0000', '••••0000'],
    ['42/00/0000/0000/0000', '42/00/0000/0000/0000'],
    ['4200 0000 0000 0000', '••••0000'],
    ['paid with 4200-0000-0000-0000.', 'paid with ••••0000.'],
    ['3700 000000 00002', '••••0002'],
    ['4 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0', '••••0000'],
    ['order 12, 4200 0000 0000 0000 and 5204 2400 0001 5003', 'order 12, ••••0000 and ••••5003'],
    ['4200000000000000 5204240000015003', '••••0000 ••••5003'],
    ['4111 1111 1111 1112', '4111 1111 1111 1112'],
    ['4200  0000 0000 0000', '4200  0000 0000 0000'],
    ['2027-11-21 11:35:47', '2027-11-21 11:35:47'],
    ['a4200 0000 0000 0000', 'a4200 0000 0000 0000'],
    ['4200-0000-0000-0000-ab', '4200-0000-0000-0000-ab'],
    ['', ''],
  ])('%j shows as %j', (text, shown) => expect(maskCards(text)).toBe(shown))
})

it('masks a long text quickly', () => {
  const used = process.cpuUsage()
  maskCards('1 '.repeat(500_000))
  // Processor time, so that a busy machine does not count.
  expect(process.cpuUsage(used).user).toBeLessThan(5_000_000)
})

describe('an e-mail address', () => {
  it.each([
    ['sofia@mail.example', 's•••@mail.example'],
    ['s@x', 's•••@x'],
    ['nonsense', '•••'],
    ['', '•••'],
    ['@x', '•••@x'],
    ['a@b@c.example', 'a•••@c.example'],
  ])('%j shows as %j', (email, shown) => expect(maskEmail(email)).toBe(shown))
})
