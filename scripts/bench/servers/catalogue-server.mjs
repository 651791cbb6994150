/** A gateway of products for the catalogue bench. Changed products are renamed. */
import { mix, pick, serveList } from './list-server.mjs'

const adjectives =
  'Soft Warm Large Small Plain Woven Pressed Folded Printed Lined Ruled Bound Waxed Dyed Bright Dark Heavy Light Round Square'.split(
    ' ',
  )
const things =
  'notebook envelope lantern basket pencil blanket teapot candle mirror kettle ribbon pillow saucer wallet scissors cushion'.split(
    ' ',
  )
const stuffs = 'linen cotton paper leather walnut copper porcelain glass wool bamboo'.split(' ')
const clauses = [
  'made by hand in a small workshop',
  'ready to be sent within two days',
  'a gift for those who have everything',
  'with a cover that opens flat',
  'easy to clean and slow to wear',
  'in a box of recycled board',
]

/** @param {number} index @param {boolean} isChanged */
function product(index, isChanged) {
  const mixed = mix(index)
  const id = `prd_${mixed.toString(16).padStart(8, '0')}${index.toString(16).padStart(8, '0')}`
  const minute = new Date(1_750_000_000_000 + index * 60_000).toISOString()
  const renamed = isChanged ? ' (renamed)' : ''
  // A serial number gives some terms few hits: one in a thousand shares its first five digits.
  const serial = `${pick(stuffs, mixed >>> 3)
    .slice(0, 2)
    .toUpperCase()}${String(mixed % 10_000_000).padStart(7, '0')}`
  return {
    id,
    name: `${pick(adjectives, mixed)} ${pick(stuffs, mixed >>> 5)} ${pick(things, mixed >>> 9)} ${serial}${renamed}`,
    description: `A ${pick(things, mixed >>> 9)}, ${pick(clauses, mixed >>> 13)}, ${pick(clauses, mixed >>> 17)}.`,
    currency: pick(['EUR', 'USD', 'GBP', 'PLN'], mixed >>> 7),
    amount: 100 + (mixed % 100_000),
    quantity: mixed % 7 === 0 ? null : mixed % 40,
    infinite: mixed % 7 === 0,
    language: 'en',
    transaction_type: 'payment',
    test: mixed % 50 === 0,
    created_at: minute,
    updated_at: minute,
    additional_data: {},
    pay_url: `https://pay.example/products/${id}/pay`,
    payment_url: `https://pay.example/products/${id}/pay`,
    confirm_url: `https://checkout.example/v2/confirm_order/${id}/361`,
  }
}

serveList(product)
