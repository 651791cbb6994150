import { expect, it } from 'vitest'
import { cutText, maskContacts, maskFor, shownText } from './contacts-in-text'

it.each([
  ['Anna anna.keller@mail.example, seat 4', 'Anna a•••@mail.example, seat 4'],
  ['ORDER;ümläut@bücher.example;7', 'ORDER;ü•••@bücher.example;7'],
  ['<a+b@x.co.uk>', '<a•••@x.co.uk>'],
  ['call +49 (0)30 123-4567 today', 'call •••67 today'],
  ['0049 30 1234567', '•••67'],
  ['seat 4 0049 30 1234567', 'seat 4 •••67'],
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
  ['ann%40lee.smith%40mail.example', 'a•••@mail.example'],
  ['for "ann lee"@mail.example, seat 4', 'for a•••@mail.example, seat 4'],
  ['"ann@home"@mail.example', 'a•••@mail.example'],
  ['"ann@home.example, bo@b.example"@mail.example', 'a•••@mail.example'],
  ['ann@a.example@b.example', 'a•••@a.example@b.example'],
  ['ann@10.0.0.1bo@b.example', 'a•••@10.0.0.1b•••@b.example'],
  ['.ann@a.example,bo@b.example', '.a•••@a.example,b•••@b.example'],
  ['ann.lee@localhost', 'a•••@localhost'],
  ['ann.lee@LocalHost, seat 4', 'a•••@LocalHost, seat 4'],
  ['ann.lee@localhost.example', 'a•••@localhost.example'],
  ['ann.lee@a.b.c.d.e.f.g.h.i.j.k.l.example', 'a•••@a.b.c.d.e.f.g.h.i.j.k.l.example'],
  ['ann.lee@[10.0.0.1]', 'a•••@[10.0.0.1]'],
  ['ann.lee@[IPv6:2001:db8::1];A-1', 'a•••@[IPv6:2001:db8::1];A-1'],
  ['ann.lee@10.0.0.1', 'a•••@10.0.0.1'],
  ['(370) 612 34567', '•••67'],
  ['(30)12345678', '•••78'],
  ['order+37061234567', 'order•••67'],
  ['order+370 612 34567;A-1', 'order•••67;A-1'],
  ['phone number 61234567', 'phone number •••67'],
  ['Phone no.: 612 34 567', 'Phone no.: •••67'],
  ['tel. 61234567', 'tel. •••67'],
  ['Tel. Nr. 61234567', 'Tel. Nr. •••67'],
  ['Mobiltelefon: 61234567', 'Mobiltelefon: •••67'],
  ['Telefonnummer 61234567', 'Telefonnummer •••67'],
  ['customer_phone=61234567', 'customer_phone=•••67'],
  ['customerPhone: 61234567', 'customerPhone: •••67'],
  ['24.11.2026, tel. 61234567', '24.11.2026, tel. •••67'],
  ['01.11.67.89.12', '•••12'],
  ['05/11/2026123', '•••23'],
  ['my phone number is 61234567', 'my phone number is •••67'],
  ['+49 (0)30 / 1234567', '•••67'],
  ['030 - 123 45 67', '•••67'],
  ['030 – 123 45 67', '•••67'],
  ['+49  30   1234567', '•••67'],
  ['(0)30-1234567', '•••67'],
  ['+370 612 34567x12', '•••67x12'],
  ['+37061234567ext', '•••67ext'],
  ['０９０－１２３４－５６７８', '•••78'],
  ['٠٥٠١٢٣٤٥٦٧', '•••67'],
  ['＋370 612 34567', '•••67'],
  ['8 916 123-45-67', '•••67'],
  ['8-800-123-45-67, seat 4', '•••67, seat 4'],
  ['8 (029) 123-45-67', '•••67'],
  ['тел. 61234567', 'тел. •••67'],
  ['Телефон: 612 34 567', 'Телефон: •••67'],
  ['τηλ. 2101234567', 'τηλ. •••67'],
  ['téléphone 61234567', 'téléphone •••67'],
  ['Tlf. 61234567', 'Tlf. •••67'],
  ['msisdn=37061234567', 'msisdn=•••67'],
  ['phone_number=61234567', 'phone_number=•••67'],
  ['{"phone":"61234567"}', '{"phone":"•••67"}'],
  ['phone – 61234567', 'phone – •••67'],
  ['phone/61234567', 'phone/•••67'],
  ['tel 20261124', 'tel •••24'],
  ['called 24.11.26.45.67', 'called •••67'],
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
  '12@5.40 EUR',
  '3@100',
  'item@warehouse',
  '2@localhosts',
  'order number 61234567',
  'order+1234567',
  '2026-11-24T10:00:00+01:00',
  '(12) 2026-11-24 10:00',
  '(2) 1 000 000.00 EUR',
  '1 001 234.50 EUR',
  'A-1 0001-0002',
  '(100) EUR 12 345.60',
  '"quoted" @ row 7',
  'invoice (2026) 0001-0002',
  '1.234.567,89 EUR',
  'telegram',
  'Hotel 481516',
  'Hotel no. 481516',
  'cancelled 20261124',
  'Headphones 481516',
  'Booking 01.11.2026',
  'Booking 01.11.2026 10:00',
  '05/11/2026',
  '05/24/2026',
  '(05/11/2026)',
  '01-11-2026 10.30',
  '12/05/2026 10:00',
  '01. 11. 2026 10:00',
  'call 24.11.2026',
  'call 2026-11-24',
  'called 20261124',
  'called 24.11.26',
  'called 24/11/26 at 10',
  '2026-01-01 - 2026-01-05',
  '01.11.2026 - 05.11.2026',
  'Fond 1000000',
  'Photo 481516',
  'Faxpapier 481516',
  'телевизор 481516',
  '8 000 000.00 EUR',
  '8 100 200',
  '8-12-2026',
  'A-007',
])('keeps what may belong to an order: %s', (text) => {
  expect(maskContacts(text)).toBe(text)
})

it.each([
  'a', '1', 'a.', 'a-', '.', '"', '"a', '@', 'a@', 'a@1', 'a@1.', 'a@a-', '1-', '0', '0 ', '+', '(', '(0', '001 ', '+1', ' ',
  'tel', 'tel ', 'tel1 ', 'tel: no ', '8', '8 ', '8 (029) ', '0 - ', '(0)', 'tel_', 'called ', `${'a'.repeat(64)}@`, `${'a.'.repeat(32)}@${'1'.repeat(63)}`,
])('is done with a megabyte of %j', (part) => {
  expect(maskContacts(part.repeat(2 ** 20 / part.length)).length).toBeGreaterThan(0)
}) // prettier-ignore

it('masks free text at any depth for roles that may not see contacts', () => {
  const value = { id: 'a@b.example', rows: [{ description: 'for a@b.example', message: null, amount: 5 }] }
  expect(maskFor({ role: 'manager' }, value)).toBe(value)
  expect(maskFor({ role: 'support' }, value)).toEqual({
    id: 'a@b.example',
    rows: [{ description: 'for a•••@b.example', message: null, amount: 5 }],
  })
})

it.each([
  ['Anna anna.keller@mail.example, seat 4', 20, 'Anna '],
  ['Anna anna.keller@mail.example, seat 4', 29, 'Anna anna.keller@mail.example'],
  ['Anna anna.keller@mail.example, seat 4', 32, 'Anna anna.keller@mail.example, s'],
  ['Anna anna.keller@mail.example, seat 4', 100, 'Anna anna.keller@mail.example, seat 4'],
  ['Anna anna.keller@mail.example, +370 612 34567', 35, 'Anna anna.keller@mail.example, '],
  ['seat 4 '.repeat(1000), 9, 'seat 4 se'],
])('of %j at %d is left %j, which divides no contact', (text, limit, left) =>
  expect(cutText(text, limit)).toBe(left),
)

it('divides digits that may be an ID', () =>
  expect(cutText('order 030 1234567', 12, { isFreeText: false })).toBe('order 030 12'))

it('masks card numbers in free text, and in tracking IDs those that are alone', () => {
  const number = '4111111111111111'
  const value = { description: `Card ${number}`, tracking_id: `order-${number}`, uid: number }
  expect(maskFor({ role: 'manager' }, value)).toBe(value)
  expect(maskFor({ role: 'support' }, value)).toEqual({ ...value, description: 'Card ••••1111' })
  expect(maskFor({ role: 'viewer' }, { tracking_id: number })).toEqual({ tracking_id: '••••1111' })
})

it('masks contacts and card numbers in what people of the shop wrote', () => {
  const text = 'a@b.example, +370 612 34567, 4111 1111 1111 1111, order 030'
  const value = { id: '4111111111111111', notes: [{ text }], detail: { added: [text], removed: [] } }
  const shown = 'a•••@b.example, •••67, ••••1111, order 030'
  expect(maskFor({ role: 'owner' }, value)).toBe(value)
  expect(maskFor({ role: 'viewer' }, value)).toEqual({
    id: '4111111111111111',
    notes: [{ text: shown }],
    detail: { added: [shown], removed: [] },
  })
  expect(shownText({ role: 'viewer' }, text)).toBe(shown)
  expect(shownText({ role: 'viewer' }, shown)).toBe(shown)
  expect(shownText({ role: 'viewer', allowances: ['personal_data'] }, text)).toBe(text)
})
