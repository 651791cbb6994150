/**
 * A gateway that answers its list of products as one array, as it is written: a process of its own, so that its
 * memory and time are not those of what is measured. Sends its port; a message `{ products, changed }` says how
 * many there are and how many of the first are renamed.
 */
import { createServer } from 'node:http'

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

/** @type {{ products: number, changed: number }} */
let order = { products: 0, changed: 0 }

/** @param {readonly string[]} list @param {number} index */
const pick = (list, index) => list[index % list.length] ?? ''

/** One that is the same for the same index, always. @param {number} index */
function product(index) {
  const mixed = Math.imul(index + 1, 2654435761) >>> 0
  const id = `prd_${mixed.toString(16).padStart(8, '0')}${index.toString(16).padStart(8, '0')}`
  const minute = new Date(1_750_000_000_000 + index * 60_000).toISOString()
  const renamed = index < order.changed ? ' (renamed)' : ''
  // A serial number, so that some terms have few hits: one in a thousand shares its first five digits.
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

const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  let index = 0
  const write = () => {
    while (index < order.products) {
      const until = Math.min(index + 200, order.products)
      let text = index === 0 ? '[' : ''
      for (; index < until; index++) text += `${index === 0 ? '' : ','}${JSON.stringify(product(index))}`
      if (!response.write(text)) return void response.once('drain', write)
    }
    response.end(order.products === 0 ? '[]' : ']')
  }
  write()
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') process.send?.({ port: address?.port })
})
process.on('message', (/** @type {typeof order} */ message) => {
  order = message
  process.send?.({ ready: true })
})
process.on('disconnect', () => process.exit())
