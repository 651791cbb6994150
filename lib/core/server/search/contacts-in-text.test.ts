import { expect, it } from 'vitest'
import { maskContacts, shownTo } from './contacts-in-text'

it.each([
  ['Anna anna.keller@mail.example, seat 4', 'Anna a•••@mail.example, seat 4'],
  ['ORDER;ümläut@bücher.example;7', 'ORDER;ü•••@bücher.example;7'],
  ['<a+b@x.co.uk>', '<a•••@x.co.uk>'],
  ['call +49 (0)30 123-4567 today', 'call •••67 today'],
  ['0049 30 1234567', '•••67'],
  ['030/1234567', '•••67'],
  ['(030) 123 45 67', '•••67'],
  ['+380441234567', '•••67'],
  ['555-123-4567', '•••67'],
  ['(555) 123-4567', '•••67'],
  ['Tel: 1234567', 'Tel: •••67'],
  ['+4930123456;A-1', '•••56;A-1'],
  ['+370–612–34567', '•••67'],
  ['+370‑612‑34567', '•••67'],
  ['+370_612_34567', '•••67'],
  ['+370 612\u200b34567', '•••67'],
  ['tel37061234567', 'tel•••67'],
  ['ann.lee＠mail.example', 'a•••@mail.example'],
  ['ann.lee%40mail.example', 'a•••@mail.example'],
])('masks what is somebody’s: %s', (text, expected) => {
  expect(maskContacts(text)).toBe(expected)
})

it.each([
  'ORDER-20261124-0001',
  '2026-11-24 10:00:00',
  '2026-11-24T10:00:00+01:00',
  '4815162342',
  '00000000-0000-4000-8000-000000000000',
  '310b0da8-0b12-4000-8000-0123456789ab',
  '192.168.100.200',
  '1-310b0da80b',
  'EUR 64.90, 12 × 5.40',
  'seat 4 @ row 7',
  's•••@mail.example',
  'A-007',
])('leaves what may be an order’s: %s', (text) => {
  expect(maskContacts(text)).toBe(text)
})

it('masks free text at any depth for roles that may not see contacts', () => {
  const value = { id: 'a@b.example', rows: [{ description: 'for a@b.example', message: null, amount: 5 }] }
  expect(shownTo('manager', value)).toBe(value)
  expect(shownTo('support', value)).toEqual({
    id: 'a@b.example',
    rows: [{ description: 'for a•••@b.example', message: null, amount: 5 }],
  })
})
