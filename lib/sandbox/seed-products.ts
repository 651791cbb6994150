import 'server-only'
import type { ProductCreateInput } from '../gateway/product'

/** `days`: payable for so many more days; without it the product is immortal. Without quantity it is infinite. */
type Sample = Omit<Partial<ProductCreateInput>, 'name' | 'description' | 'amount'> & {
  name: string
  description: string
  amount: string
  days?: number
}

const contact: Pick<ProductCreateInput, 'visible_fields'> = {
  visible_fields: ['email', 'first_name', 'last_name'],
}
const delivery: Pick<ProductCreateInput, 'visible_fields'> = {
  visible_fields: ['email', 'first_name', 'last_name', 'address', 'city', 'zip', 'country'],
}

const samples: Sample[] = [
  { name: 'Annual membership', description: 'Library card, twelve months', amount: '4800', ...contact },
  {
    name: 'Printing workshop',
    description: 'Letterpress, Saturday 10:00, materials included',
    amount: '6500',
    quantity: '4',
    days: 6,
    visible_fields: ['email', 'phone'],
  },
  { name: 'Gift card 25', description: 'Sent by e-mail', amount: '2500', visible_fields: ['email'] },
  {
    name: 'Atlas, 2nd hand',
    description: 'Times Atlas 1974, some foxing',
    amount: '11000',
    quantity: '1',
    days: 2,
  },
  {
    name: 'Tote bag',
    description: 'Unbleached cotton, screen print',
    amount: '3850',
    currency: 'BYN',
    quantity: '0',
    days: 20,
  },
  {
    name: 'Reading lamp',
    description: 'Brass, E27',
    amount: '12400',
    currency: 'JPY',
    quantity: '17',
    days: -4,
  },
  {
    name: 'Poster set',
    description: 'Three A2 posters, rolled',
    amount: '9750',
    currency: 'KWD',
    quantity: '240',
    days: 40,
    ...delivery,
  },
  {
    name: 'Deposit, evening hire',
    description: 'Held, not captured',
    amount: '30000',
    transaction_type: 'authorization',
  },
  {
    name: 'Bookbinding kit',
    description: 'Needles, thread, bone folder',
    amount: '3400',
    quantity: '58',
    days: 90,
    ...delivery,
  },
  {
    name: 'Reading group, spring',
    description: 'Eight Thursday evenings',
    amount: '9600',
    currency: 'GBP',
    quantity: '12',
    days: 30,
  },
  {
    name: 'Poetry evening',
    description: 'One seat, tea included',
    amount: '1200',
    currency: 'USD',
    quantity: '36',
    days: -12,
  },
  { name: 'Test product', description: 'Used by the checkout tests', amount: '100', test: true },
]

/** What a small shop might sell, in every state a product can have, as bodies of endpoint 3. */
export function sampleProducts(now: number): ProductCreateInput[] {
  return samples.map(({ days, ...sample }) => ({
    currency: 'EUR',
    language: 'en',
    ...(sample.quantity === undefined ? { infinite: true } : {}),
    ...(days === undefined ? { immortal: true } : { expired_at: fromNow(now, days) }),
    ...sample,
  }))
}

const day = 24 * 60 * 60 * 1000

/** `days` from `now` in the interface's form of a zoned date-time. */
const fromNow = (now: number, days: number) =>
  new Date(now + days * day).toISOString().replace(/\.\d{3}Z$/, '+00:00')
