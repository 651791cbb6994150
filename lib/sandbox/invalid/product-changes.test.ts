import { productBody } from '../testing'
import { testRefusals, without, type InvalidCase } from './testing'

type Row = [what: string, body: unknown, errors: Record<string, string[]>, message: string]

const blank = ["can't be blank"]
const wrong = ['is invalid']
const url = 'does not appear to be valid'

const updates: Row[] = [
  ['nothing', {}, { base: ['nothing to change'] }, 'Nothing to change'],
  ['only unknown keys', { colour: 'red' }, { base: ['nothing to change'] }, 'Nothing to change'],
  ['only null', { quantity: null }, { base: ['nothing to change'] }, 'Nothing to change'],
  ['null name', { name: null }, { name: blank }, "Name can't be blank"],
  ['name of spaces', { name: ' ' }, { name: blank }, "Name can't be blank"],
  ['empty description', { description: '' }, { description: blank }, "Description can't be blank"],
  ['zero amount', { amount: '0' }, { amount: ['must be greater than 0'] }, 'Amount must be greater than 0'],
  ['amount as a number', { amount: 700 }, { amount: wrong }, 'Amount is invalid'],
  ['unknown currency', { currency: 'ABC' }, { currency: wrong }, 'Currency is invalid'],
  ['quantity as a number', { quantity: 3 }, { quantity: wrong }, 'Quantity is invalid'],
  ['infinite false alone', { infinite: false }, { quantity: blank }, "Quantity can't be blank"],
  [
    'infinite with a quantity',
    { infinite: true, quantity: '3' },
    { quantity: ['must be blank'] },
    'Quantity must be blank',
  ],
  ['immortal false alone', { immortal: false }, { expired_at: blank }, "Expired at can't be blank"],
  ['Z for a zone', { expired_at: '2039-12-31T10:00:00Z' }, { expired_at: wrong }, 'Expired at is invalid'],
  ['language in words', { language: 'english' }, { language: wrong }, 'Language is invalid'],
  [
    'unknown visible field',
    { visible_fields: ['iq'] },
    { visible_fields: wrong },
    'Visible fields is invalid',
  ],
  ['no web address', { return_url: 'books.example' }, { return_url: [url] }, `Return url ${url}`],
  ["another's shop_id", { shop_id: 362 }, { shop_id: wrong }, 'Shop is invalid'],
  [
    'unknown type',
    { transaction_type: 'tokenization' },
    { transaction_type: wrong },
    'Transaction type is invalid',
  ],
]

const infinite: Row = [
  'a quantity for what is infinite',
  { quantity: '3' },
  { quantity: ['must be blank'] },
  'Quantity must be blank',
]

const at =
  (path: string) =>
  ([what, body, errors, message]: Row): InvalidCase => ({
    what,
    method: 'PUT',
    path,
    body,
    status: 422,
    answer: { message, errors },
  })

testRefusals(
  'endpoint 6',
  [...updates.map(at('/products/{id}')), at('/products/{infinite}')(infinite)],
  async (sandbox) => {
    const make = async (body: unknown) => {
      const answer = await sandbox.call('POST', '/products', { body })
      return ((await answer.json()) as { id: string }).id
    }
    return {
      id: await make(productBody()),
      infinite: await make({ ...without(productBody(), 'quantity'), infinite: true }),
    }
  },
)
