import 'server-only'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { engine } from '../../db/engine'
import type { CustomerCreateInput } from '../../gateway/customers/customer'
import type { ProductCreateInput } from '../../gateway/products/product'
import { loadShop, type Shop } from './shops'
import { shops } from '../tables/shops'

const listedProducts = z.array(z.object({ name: z.string() }))
const listedCustomers = z.array(z.object({ email: z.string() }))
const createdSchema = z.object({ id: z.string() })

/** A created product with the request that created it, because the response does not echo every field. */
type Seeded = { id: string; product: ProductCreateInput }

/**
 * Creates the sample products and customers in the sandbox's own shop, and not in those that people add, through the
 * sandbox's own API at `baseUrl` (such as http://127.0.0.1:3000/sandbox), which must be listening. Runs once. An
 * interrupted run resumes where it stopped.
 * @returns the products that this run created. @throws if the sandbox refuses a request.
 */
export async function seedSandbox(baseUrl: string, shopId: number): Promise<Seeded[]> {
  const { db, sealer } = engine.get()
  const shop = await loadShop(db, sealer, shopId)
  if (!shop || shop.seededAt) return []
  const seeded = await seedProducts(baseUrl, shop)
  await seedCustomers(baseUrl, shop)
  await db.update(shops).set({ seededAt: new Date() }).where(eq(shops.id, shopId))
  return seeded
}

async function seedProducts(baseUrl: string, shop: Shop): Promise<Seeded[]> {
  const seeded: Seeded[] = []
  const call = client(`${baseUrl}/products`, shop)
  const present = new Set(listedProducts.parse(await (await call('GET')).json()).map(({ name }) => name))
  // One by one in reverse order, because the list shows the newest first.
  for (const product of sampleProducts(Date.now()).toReversed()) {
    if (present.has(product.name)) continue
    const { id } = createdSchema.parse(await (await call('POST', product)).json())
    seeded.push({ id, product })
  }
  return seeded
}

async function seedCustomers(baseUrl: string, shop: Shop): Promise<void> {
  const call = client(`${baseUrl}/customers`, shop)
  const list = listedCustomers.parse(await (await call('GET')).json())
  const present = new Set(list.map(({ email }) => email))
  for (const customer of sampleCustomers.toReversed()) {
    if (!present.has(customer.email)) await call('POST', customer)
  }
}

function client(url: string, { id, secretKey }: Shop) {
  const authorization = `Basic ${Buffer.from(`${id}:${secretKey}`).toString('base64')}`
  return async (method: string, body?: unknown): Promise<Response> => {
    const answer = await fetch(url, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect: 'manual',
      cache: 'no-store',
    })
    if (!answer.ok) throw new Error(`seeding the sandbox: ${method} ${url} answered ${answer.status}`)
    return answer
  }
}

/**
 * `days`: days until expiry, negative for the past. Without `days` the product is immortal; without quantity, infinite.
 */
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

/** Returns sample products in every state a product can have, as bodies of endpoint 3. */
function sampleProducts(now: number): ProductCreateInput[] {
  return samples.map(({ days, ...sample }) => ({
    currency: 'EUR',
    language: 'en',
    ...(sample.quantity === undefined ? { infinite: true } : {}),
    ...(days === undefined ? { immortal: true } : { expired_at: fromNow(now, days) }),
    ...sample,
  }))
}

const day = 24 * 60 * 60 * 1000

/** Formats `days` from `now` as the API's zoned date-time. */
const fromNow = (now: number, days: number) =>
  new Date(now + days * day).toISOString().replace(/\.\d{3}Z$/, '+00:00')

const people: [first: string, last: string, rest?: Partial<CustomerCreateInput>][] = [
  [
    'Maria',
    'Keller',
    { country: 'DE', city: 'Leipzig', zip: '04109', address: 'Lindenweg 4', phone: '+49 341 555010' },
  ],
  ['Jonas', 'Weber', { country: 'AT', city: 'Graz', zip: '8010' }],
  ['Amélie', 'Laurent', { country: 'FR', city: 'Lyon', zip: '69002', external_id: 'reader-118' }],
  ['Piotr', 'Zieliński', { country: 'PL', city: 'Kraków', zip: '31-042', phone: '+48 12 555 01 02' }],
  [
    'Grace',
    'Okafor',
    { country: 'US', state: 'NY', city: 'Albany', zip: '12207-1234', address: '9 State Street' },
  ],
  ['Liam', 'Tremblay', { country: 'CA', state: 'QC', city: 'Montréal', zip: 'H2X 1Y4' }],
  ['Aoife', 'Byrne', { country: 'IE', city: 'Cork' }],
  ['Kenji', 'Sato', { country: 'JP', city: 'Kyoto', zip: '604-8005', external_id: 'reader-204' }],
  ['Hanna', 'Virtanen', { country: 'FI' }],
  ['Ines', 'Costa'],
]

/** Sample customers as bodies of endpoint 7. Seeding recognises them by e-mail address. */
const sampleCustomers: CustomerCreateInput[] = people.map(([first, last, rest], index) => ({
  first_name: first,
  last_name: last,
  email: `${plain(first)}.${plain(last)}@reader.example`,
  ip: `198.51.100.${index + 10}`,
  ...rest,
}))

/** Removes accents and lowercases, for e-mail addresses. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}
