import { productBody } from '../testing'
import { testRefusals, without, type InvalidCase } from './testing'

type Row = [what: string, body: unknown, errors: Record<string, string[]>, message: string]

const blank = ["can't be blank"]
const wrong = ['is invalid']
const unsafe = '9007199254740993'
const tooBig = 'must be less than or equal to 9007199254740991'
const url = 'does not appear to be valid'

const creates: Row[] = [
  ['no name', without(productBody(), 'name'), { name: blank }, "Name can't be blank"],
  ['null name', productBody({ name: null }), { name: blank }, "Name can't be blank"],
  ['empty name', productBody({ name: '' }), { name: blank }, "Name can't be blank"],
  ['name of spaces', productBody({ name: '  \t' }), { name: blank }, "Name can't be blank"],
  ['number as name', productBody({ name: 7 }), { name: wrong }, 'Name is invalid'],
  ['object as name', productBody({ name: {} }), { name: wrong }, 'Name is invalid'],
  ['NUL in name', productBody({ name: 'a\0b' }), { name: wrong }, 'Name is invalid'],
  ['half a character in name', productBody({ name: 'a\ud800b' }), { name: wrong }, 'Name is invalid'],
  [
    'no description',
    without(productBody(), 'description'),
    { description: blank },
    "Description can't be blank",
  ],
  [
    'empty description',
    productBody({ description: '' }),
    { description: blank },
    "Description can't be blank",
  ],
  [
    'NUL in description',
    productBody({ description: '\0' }),
    { description: wrong },
    'Description is invalid',
  ],
  ['list as description', productBody({ description: [] }), { description: wrong }, 'Description is invalid'],
  ['no currency', without(productBody(), 'currency'), { currency: blank }, "Currency can't be blank"],
  ['empty currency', productBody({ currency: '' }), { currency: blank }, "Currency can't be blank"],
  ['unknown currency', productBody({ currency: 'XYZ' }), { currency: wrong }, 'Currency is invalid'],
  ['lower-case currency', productBody({ currency: 'eur' }), { currency: wrong }, 'Currency is invalid'],
  ['numeric currency', productBody({ currency: '978' }), { currency: wrong }, 'Currency is invalid'],
  ['currency as a number', productBody({ currency: 978 }), { currency: wrong }, 'Currency is invalid'],
  ['currency and more', productBody({ currency: 'EURO' }), { currency: wrong }, 'Currency is invalid'],
  ['no amount', without(productBody(), 'amount'), { amount: blank }, "Amount can't be blank"],
  ['null amount', productBody({ amount: null }), { amount: blank }, "Amount can't be blank"],
  ['empty amount', productBody({ amount: '' }), { amount: blank }, "Amount can't be blank"],
  ['amount as a number', productBody({ amount: 6500 }), { amount: wrong }, 'Amount is invalid'],
  ['fraction as amount', productBody({ amount: 65.5 }), { amount: wrong }, 'Amount is invalid'],
  [
    'zero amount',
    productBody({ amount: '0' }),
    { amount: ['must be greater than 0'] },
    'Amount must be greater than 0',
  ],
  [
    'negative amount',
    productBody({ amount: '-5' }),
    { amount: ['must be greater than 0'] },
    'Amount must be greater than 0',
  ],
  [
    'spaces around the amount',
    productBody({ amount: ' 100 ' }),
    { amount: ['is not a number'] },
    'Amount is not a number',
  ],
  [
    'amount in words',
    productBody({ amount: 'ten' }),
    { amount: ['is not a number'] },
    'Amount is not a number',
  ],
  [
    'amount with decimals',
    productBody({ amount: '65.00' }),
    { amount: ['is not a number'] },
    'Amount is not a number',
  ],
  [
    'amount with an exponent',
    productBody({ amount: '65e2' }),
    { amount: ['is not a number'] },
    'Amount is not a number',
  ],
  ['list as amount', productBody({ amount: [1] }), { amount: ['is not a number'] }, 'Amount is not a number'],
  ['amount beyond safety', productBody({ amount: unsafe }), { amount: [tooBig] }, `Amount ${tooBig}`],
  ['no quantity', without(productBody(), 'quantity'), { quantity: blank }, "Quantity can't be blank"],
  [
    'no quantity, infinite false',
    without(productBody({ infinite: false }), 'quantity'),
    { quantity: blank },
    "Quantity can't be blank",
  ],
  ['null quantity', productBody({ quantity: null }), { quantity: blank }, "Quantity can't be blank"],
  [
    'quantity with infinite',
    productBody({ infinite: true }),
    { quantity: ['must be blank'] },
    'Quantity must be blank',
  ],
  ['quantity as a number', productBody({ quantity: 4 }), { quantity: wrong }, 'Quantity is invalid'],
  [
    'negative quantity',
    productBody({ quantity: '-1' }),
    { quantity: ['must be greater than or equal to 0'] },
    'Quantity must be greater than or equal to 0',
  ],
  [
    'quantity in words',
    productBody({ quantity: 'some' }),
    { quantity: ['is not a number'] },
    'Quantity is not a number',
  ],
  ['quantity beyond safety', productBody({ quantity: unsafe }), { quantity: [tooBig] }, `Quantity ${tooBig}`],
  ['infinite as text', productBody({ infinite: 'true' }), { infinite: wrong }, 'Infinite is invalid'],
  ['infinite as a number', productBody({ infinite: 0 }), { infinite: wrong }, 'Infinite is invalid'],
  [
    'visible_fields as text',
    productBody({ visible_fields: 'email' }),
    { visible_fields: wrong },
    'Visible fields is invalid',
  ],
  [
    'visible_fields as an object',
    productBody({ visible_fields: { 0: 'email' } }),
    { visible_fields: wrong },
    'Visible fields is invalid',
  ],
  [
    'unknown visible field',
    productBody({ visible_fields: ['email', 'iq'] }),
    { visible_fields: wrong },
    'Visible fields is invalid',
  ],
  [
    'number as visible field',
    productBody({ visible_fields: [1] }),
    { visible_fields: wrong },
    'Visible fields is invalid',
  ],
  ['test as a number', productBody({ test: 1 }), { test: wrong }, 'Test is invalid'],
  ['test as text', productBody({ test: 'false' }), { test: wrong }, 'Test is invalid'],
  ['immortal as text', productBody({ immortal: 'true' }), { immortal: wrong }, 'Immortal is invalid'],
  ['no expired_at', without(productBody(), 'expired_at'), { expired_at: blank }, "Expired at can't be blank"],
  [
    'no expired_at, immortal false',
    without(productBody({ immortal: false }), 'expired_at'),
    { expired_at: blank },
    "Expired at can't be blank",
  ],
  [
    'no zone',
    productBody({ expired_at: '2039-12-31T10:00:00' }),
    { expired_at: wrong },
    'Expired at is invalid',
  ],
  [
    'Z for a zone',
    productBody({ expired_at: '2039-12-31T10:00:00Z' }),
    { expired_at: wrong },
    'Expired at is invalid',
  ],
  [
    'zone without a colon',
    productBody({ expired_at: '2039-12-31T10:00:00+0200' }),
    { expired_at: wrong },
    'Expired at is invalid',
  ],
  [
    'milliseconds',
    productBody({ expired_at: '2039-12-31T10:00:00.000+02:00' }),
    { expired_at: wrong },
    'Expired at is invalid',
  ],
  [
    'no such day',
    productBody({ expired_at: '2039-02-30T10:00:00+00:00' }),
    { expired_at: wrong },
    'Expired at is invalid',
  ],
  [
    'year 0',
    productBody({ expired_at: '0000-01-01T00:00:00+00:00' }),
    { expired_at: wrong },
    'Expired at is invalid',
  ],
  [
    'year 10000',
    productBody({ expired_at: '9999-12-31T23:59:59-23:59' }),
    { expired_at: wrong },
    'Expired at is invalid',
  ],
  ['a date alone', productBody({ expired_at: '2039-12-31' }), { expired_at: wrong }, 'Expired at is invalid'],
  [
    'seconds since 1970',
    productBody({ expired_at: 2_200_000_000 }),
    { expired_at: wrong },
    'Expired at is invalid',
  ],
  ['relative return_url', productBody({ return_url: '/back' }), { return_url: [url] }, `Return url ${url}`],
  [
    'script as return_url',
    productBody({ return_url: 'javascript:alert(1)' }),
    { return_url: [url] },
    `Return url ${url}`,
  ],
  ['empty return_url', productBody({ return_url: '' }), { return_url: [url] }, `Return url ${url}`],
  ['return_url as a number', productBody({ return_url: 5 }), { return_url: [url] }, `Return url ${url}`],
  [
    'shop_id as text',
    productBody({ shop_id: 'me' }),
    { shop_id: ['is not a number'] },
    'Shop is not a number',
  ],
  [
    'shop_id as digits',
    productBody({ shop_id: '361' }),
    { shop_id: ['is not a number'] },
    'Shop is not a number',
  ],
  ["another's shop_id", productBody({ shop_id: 362 }), { shop_id: wrong }, 'Shop is invalid'],
  ['language in capitals', productBody({ language: 'EN' }), { language: wrong }, 'Language is invalid'],
  ['language in words', productBody({ language: 'english' }), { language: wrong }, 'Language is invalid'],
  ['null language', productBody({ language: null }), { language: wrong }, 'Language is invalid'],
  [
    'unknown type',
    productBody({ transaction_type: 'charge' }),
    { transaction_type: wrong },
    'Transaction type is invalid',
  ],
  [
    'type as a number',
    productBody({ transaction_type: 1 }),
    { transaction_type: wrong },
    'Transaction type is invalid',
  ],
]

const several: Row = [
  'many wrong things, all at once',
  { amount: '0', language: 'en', immortal: true },
  {
    name: blank,
    description: blank,
    currency: blank,
    amount: ['must be greater than 0'],
    quantity: blank,
  },
  "Name can't be blank. Description can't be blank. Currency can't be blank. " +
    "Amount must be greater than 0. Quantity can't be blank",
]

testRefusals(
  'endpoint 3',
  [...creates, several].map(([what, body, errors, message]): InvalidCase => ({
    what,
    method: 'POST',
    path: '/products',
    body,
    status: 422,
    answer: { message, errors },
  })),
)
