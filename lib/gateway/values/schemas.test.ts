import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { countryCodes, isCountry } from './countries'
import {
  anyZonedDateTime,
  country,
  currency,
  email,
  filledText,
  integer,
  ipAddress,
  isoDate,
  lenientDateTime,
  localDateTime,
  minorAmount,
  openObject,
  safeDigits,
  text as plainText,
  webAddress,
  wholeNumber,
  zonedDateTime,
} from './schemas'

const complaint = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

describe('a whole number', () => {
  it.each([
    [0, 0],
    [7, 7],
    ['7', 7],
    [' 7 ', 7],
    ['007', 7],
    ['-3', -3],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('reads %j', (given, number) => expect(wholeNumber.parse(given)).toBe(number))

  it.each([
    [undefined, 'required'],
    [null, 'required'],
    ['', 'blank'],
    ['  ', 'blank'],
    [12.5, 'not_a_number'],
    ['12.5', 'not_a_number'],
    ['+1', 'not_a_number'],
    ['1e3', 'not_a_number'],
    ['0x1f', 'not_a_number'],
    ['١', 'not_a_number'],
    [Number.NaN, 'not_a_number'],
    [Infinity, 'not_a_number'],
    [true, 'not_a_number'],
    [[1], 'not_a_number'],
    [{}, 'not_a_number'],
    ['9007199254740992', 'too_big'],
    [2 ** 53, 'too_big'],
    ['9'.repeat(400), 'too_big'],
  ])('refuses %j: %s', (given, key) => expect(complaint(wholeNumber, given)).toBe(key))

  it('is an amount only above zero', () => {
    expect(minorAmount.parse('1')).toBe(1)
    for (const given of [0, '0', -1, '-0']) expect(complaint(minorAmount, given)).toBe('must_be_positive')
  })
})

describe('digits of the gateway', () => {
  it('are read within the safe range only, never rounded', () => {
    expect(safeDigits.parse('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER)
    for (const given of ['9007199254740992', '9007199254740993', '1'.repeat(30), '1.0', '', ' 1', '1e3'])
      expect(safeDigits.safeParse(given).success).toBe(false)
  })
})

describe('a web address', () => {
  it.each([
    'http://shop.example',
    'https://shop.example:8443/path?q=1#part',
    'https://münchen.example/ä',
    'http://127.0.0.1/',
    'http://[::1]/',
    'HTTPS://SHOP.EXAMPLE',
  ])('takes %j', (text) => expect(webAddress.parse(text)).toBe(text))

  it.each([
    '',
    'shop.example',
    '//shop.example',
    'http://',
    'http:shop.example',
    'http:/shop.example',
    'http:///shop.example',
    'http://?shop.example',
    'http://shop.example/\ud800',
    'http:\\\\shop.example',
    'http://shop.example\\@elsewhere.example',
    ' http://shop.example',
    'http://shop.example ',
    'http://shop .example',
    'http://shop.example/a\nb',
    'http://shop.example/\u0000',
    'http://shop.example/\u0085',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'ftp://shop.example',
    'file:///etc/passwd',
    'http://a:99999/',
    'http://[::1',
    null,
    7,
    ['http://shop.example'],
  ])('refuses %j', (text) => expect(complaint(webAddress, text)).toBe('invalid_url'))
})

describe('a date and time with a zone', () => {
  it.each(['2027-01-31T10:00:00+01:00', '2028-02-29T23:59:59-11:30', '2027-12-31T00:00:00+00:00'])(
    'takes %s',
    (text) => expect(zonedDateTime.parse(text)).toBe(text),
  )

  it.each([
    '2027-02-29T10:00:00+01:00',
    '2027-02-31T10:00:00+01:00',
    '2027-04-31T10:00:00+01:00',
    '2027-13-01T10:00:00+01:00',
    '2027-00-10T10:00:00+01:00',
    '2027-01-00T10:00:00+01:00',
    '2027-01-01T24:00:00+01:00',
    '2027-01-01T23:60:00+01:00',
    '2027-01-01T23:59:60+01:00',
    '2027-01-01T10:00:00+24:00',
    '2027-01-01T10:00:00+01:60',
    '2027-01-01T10:00:00+99:99',
    '0000-12-31T10:00:00+00:00',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '2027-01-01T10:00:00Z',
    '2027-01-01T10:00:00.000+01:00',
    '2027-01-01T10:00+01:00',
    '2027-01-01T10:00:00',
    '2027-01-01 10:00:00+01:00',
    '2027-01-01T10:00:00+0100',
    '2027-1-1T10:00:00+01:00',
    '2027-01-01T10:00:00+01:00\n',
    '',
    null,
    1,
  ])('refuses %j', (text) => expect(complaint(zonedDateTime, text)).toBe('invalid_date_time'))
})

describe('a currency', () => {
  it.each([
    ['EUR', undefined],
    ['eur', 'invalid_currency'],
    ['XXQ', 'invalid_currency'],
    ['constructor', 'invalid_currency'],
    ['', 'blank'],
    [undefined, 'required'],
    [null, 'required'],
    [978, 'not_a_text'],
  ])('%j: %s', (given, key) => expect(complaint(currency, given)).toBe(key))
})

describe('a country', () => {
  it('is one of the 249 of ISO 3166-1', () => {
    expect(countryCodes).toHaveLength(249)
    expect(new Set(countryCodes).size).toBe(249)
    expect(countryCodes.toSorted()).toEqual(countryCodes)
    for (const code of ['GB', 'XK', 'EU', 'UK', 'AN', 'gb', '', 'GBR'])
      expect([code, isCountry(code)]).toEqual([code, code === 'GB'])
  })
})

describe('a date and time as clients write it too', () => {
  it.each([
    '2027-01-31T10:00:00+01:00',
    '2027-01-31T10:00:00+0100',
    '2027-01-31T10:00:00Z',
    '2027-01-31T10:00:00.000Z',
    '2027-01-31T10:00:00.123456-03:00',
  ])('may be %s', (text) => {
    expect(lenientDateTime.parse(text)).toBe(text)
    expect(Number.isNaN(Date.parse(text))).toBe(false)
  })
  it.each([
    '2027-02-30T10:00:00.000Z',
    '0000-01-01T00:00:00Z',
    '2027-01-31T10:00:00',
    '2027-01-31T10:00:00.Z',
    '2027-01-31',
    '',
    null,
  ])('is not %j', (text) => expect(complaint(lenientDateTime, text)).toBe('invalid_date_time'))
})

describe('a date and time in any writing', () => {
  it.each([
    ['2027-01-31T10:00:00Z', '2027-01-31T10:00:00+00:00'],
    ['2027-01-31T10:00:00.000Z', '2027-01-31T10:00:00+00:00'],
    ['2027-01-31T10:00:00.123456-03:00', '2027-01-31T10:00:00-03:00'],
    ['2027-01-31T10:00:00+0530', '2027-01-31T10:00:00+05:30'],
    ['2027-01-31T10:00:00+01:00', '2027-01-31T10:00:00+01:00'],
  ])('%s is given on as %s', (given, sent) => {
    expect(anyZonedDateTime.parse(given)).toBe(sent)
    expect(zonedDateTime.parse(sent)).toBe(sent)
  })
  it.each(['2027-02-30T10:00:00Z', '2027-01-31T10:00:00', '2027-01-31T10:00Z', '', null])(
    'is not %j',
    (given) => expect(complaint(anyZonedDateTime, given)).toBe('invalid_date_time'),
  )
})

describe('a value and what is wrong with it', () => {
  it.each<[string, z.ZodType, unknown, string | undefined]>([
    ['text', plainText(), '', undefined],
    ['text', plainText(), undefined, 'required'],
    ['text', plainText(), null, 'not_a_text'],
    ['text', plainText(), 7, 'not_a_text'],
    ['text', plainText(3), 'abcd', 'too_long'],
    ['text', plainText(), 'x'.repeat(100_000), undefined],
    ['text', plainText(), 'a\0', 'invalid'],
    ['filled text', filledText(), '\t ', 'blank'],
    ['filled text', filledText(), 'x', undefined],
    ['integer', integer, -3, undefined],
    ['integer', integer, '3', 'not_a_number'],
    ['integer', integer, null, 'not_a_number'],
    ['integer', integer, true, 'not_a_number'],
    ['integer', integer, Infinity, 'not_a_number'],
    ['integer', integer, 2 ** 53, 'too_big'],
    ['integer', integer, undefined, 'required'],
    ['country', country, 'DE', undefined],
    ['country', country, '', 'blank'],
    ['country', country, 'constructor', 'invalid_country'],
    ['date', isoDate, '2028-02-29', undefined],
    ['date', isoDate, '2027-02-29', 'invalid_date'],
    ['date', isoDate, '2027-13-01', 'invalid_date'],
    ['date', isoDate, '0000-01-01', 'invalid_date'],
    ['date', isoDate, '2027-1-1', 'invalid_date'],
    ['date', isoDate, '2027-01-01\n', 'invalid_date'],
    ['date', isoDate, '', 'blank'],
    ['local time', localDateTime, '2027-03-28T02:30:00', undefined],
    ['local time', localDateTime, '2027-03-28T24:00:00', 'invalid_local_date_time'],
    ['e-mail', email, 'a@b.example', undefined],
    ['e-mail', email, "o'neil&sons/berlin!=#1@b.example", undefined],
    ['e-mail', email, 'a@xn--80a1acny.xn--p1ai', undefined],
    ['e-mail', email, 'a@b.example\n', 'invalid_email'],
    ['e-mail', email, '.a@b.example', 'invalid_email'],
    ['e-mail', email, 'a..b@b.example', 'invalid_email'],
    ['e-mail', email, 'a.@b.example', 'invalid_email'],
    ['e-mail', email, 'a@b.example-', 'invalid_email'],
    ['e-mail', email, 'a@b', 'invalid_email'],
    ['e-mail', email, 'a@203.0.113.7', 'invalid_email'],
    ['e-mail', email, 'a,b@b.example', 'invalid_email'],
    ['e-mail', email, '<a@b.example>', 'invalid_email'],
    ['e-mail', email, 'a@b@c.example', 'invalid_email'],
    ['IP address', ipAddress, '::ffff:203.0.113.7', undefined],
    ['IP address', ipAddress, '0.0.0.0', undefined],
    ['IP address', ipAddress, 'fe80::1%eth0', 'invalid_ip'],
    ['IP address', ipAddress, '[::1]', 'invalid_ip'],
    ['IP address', ipAddress, '1.2.3.04', 'invalid_ip'],
    ['open object', openObject, { a: null }, undefined],
    ['open object', openObject, [], 'not_an_object'],
    ['open object', openObject, undefined, 'required'],
    ['open object', openObject, { a: [{ b: 'a\0' }] }, 'invalid'],
    ['open object', openObject, { a: { 'b\0': 1 } }, 'invalid'],
    ['open object', openObject, { a: '\ud83d' }, 'invalid'],
    ['open object', openObject, { a: '\u{1f4da}' }, undefined],
    ['open object', openObject, { a: JSON.parse('['.repeat(60) + ']'.repeat(60)) }, undefined],
    ['open object', openObject, { a: JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) }, 'invalid'],
  ])('%s: %#', (_name, schema, given, key) => expect(complaint(schema, given)).toBe(key))

  it.each([`${'a'.repeat(50_000)}@`, `${'a.'.repeat(50_000)}@x`, `a@${'a-'.repeat(50_000)}`])(
    'is found at once in a long e-mail address: %#',
    (long) => expect(complaint(email, long)).toBe('invalid_email'),
  )
})
