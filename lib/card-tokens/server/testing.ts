import 'server-only'
import { sql } from 'drizzle-orm'
import { checkouts } from '../../checkouts/server/tables'
import type { ActorContext, ShopContext } from '../../core/server/context'
import type { Transaction } from '../../gateway/notifications/transaction'
import { cardFactsOf, keepCardToken } from './keep'

let count = 0

export const newToken = (): string => (++count).toString(16).padStart(64, '0')

export const tokenization = (
  card: Record<string, unknown> = {},
  over: Record<string, unknown> = {},
): Transaction => ({
  uid: `uid-${++count}`,
  status: 'successful',
  type: 'tokenization',
  amount: 100,
  currency: 'EUR',
  test: true,
  credit_card: {
    brand: 'visa',
    last_4: '0000',
    holder: 'Maria Keller',
    exp_month: 1,
    exp_year: 2039,
    stamp: `stamp-${count}`,
    token: newToken(),
    ...card,
  },
  customer: { email: 'maria@reader.example' },
  ...over,
})

export async function keepOf(
  context: ShopContext,
  card: Record<string, unknown> = {},
  more: { contracts?: string[]; customerId?: string; email?: string } = {},
): Promise<string> {
  const transaction = tokenization(card)
  const { id } = await context.engine.db.transaction((tx) =>
    keepCardToken(tx, context, {
      token: transaction.credit_card?.token ?? '',
      facts: {
        ...cardFactsOf(transaction),
        customerId: more.customerId,
        ...(more.email ? { email: more.email } : {}),
      },
      contracts: more.contracts,
      test: true,
      source: 'notification',
    }),
  )
  return id
}

/** Stores a checkout with this request. Returns its ID. */
export async function insertCheckout(
  { engine, shop, actor }: ActorContext,
  request: object,
  more: { customerId?: string | null; token?: string } = {},
): Promise<string> {
  const id = crypto.randomUUID()
  await engine.db.insert(checkouts).values({
    shopId: shop.id,
    id,
    request: {
      transaction_type: 'payment',
      order: { amount: 1, currency: 'EUR', description: 'x' },
      ...request,
    } as never,
    transactionType: 'payment',
    amount: 1,
    currency: 'EUR',
    description: 'x',
    expiresAt: new Date(),
    state: 'open',
    stateAt: new Date(),
    createdAt: new Date(),
    createdBy: actor.userId,
    search: '',
    ...more,
  })
  return id
}

/** For tests: returns every row of these tables as text, with bytes also decoded. */
export async function rowsAsText({ engine }: ShopContext, ...tables: string[]): Promise<string> {
  const parts: string[] = []
  for (const table of tables) {
    const { rows } = await engine.db.execute<{ row: string }>(
      sql.raw(`SELECT t::text AS row FROM ${table} t`),
    )
    for (const { row } of rows) {
      parts.push(row)
      for (const [, hex = ''] of row.matchAll(/\\\\x([0-9a-f]+)/g))
        parts.push(Buffer.from(hex, 'hex').toString('latin1'))
    }
  }
  return parts.join('\n')
}
