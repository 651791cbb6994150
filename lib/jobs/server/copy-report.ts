import 'server-only'
import { and, asc, eq, gt, ne } from 'drizzle-orm'
import { getTranslator } from '../../core/i18n/server'
import type { ShopContext } from '../../core/server/context'
import { csvLine, guard } from '../../core/server/csv'
import { formatMajor, minorUnitExponent } from '../../gateway/minor-units'
import { webAddressOf } from '../../gateway/values'
import { products } from '../../products/server/tables'
import { whereRowOf } from './load'
import { jobRows, type Job, type JobRow } from './tables'

const batchRows = 500
const header = ['result', 'id', 'name', 'price', 'currency', 'pay_url', 'error']
const product = {
  name: products.name,
  amount: products.amount,
  currency: products.currency,
  payUrl: products.payUrl,
}

/** Yields a CSV of all rows of a copy: what became of each, and the product's link in this shop. */
export async function* copyReport({ engine, shop }: ShopContext, job: Job): AsyncGenerator<string, void> {
  yield csvLine(header, ',')
  for (let after = 0; ;) {
    const rows = await engine.db
      .select({ row: jobRows, product })
      .from(jobRows)
      .leftJoin(products, and(eq(products.shopId, jobRows.shopId), eq(products.id, jobRows.subject)))
      .where(and(whereRowOf(job), gt(jobRows.position, after), ne(jobRows.state, 'pending')))
      .orderBy(asc(jobRows.position))
      .limit(batchRows)
    yield rows.map((found) => csvLine(cellsOf(found, shop).map(guard), ',')).join('')
    const last = rows.at(-1)
    if (!last || rows.length < batchRows) return
    after = last.row.position
  }
}

type Found = {
  row: JobRow
  product: Pick<typeof products.$inferSelect, keyof typeof product> | null
}

function cellsOf({ row, product: held }: Found, { minorUnits }: ShopContext['shop']): string[] {
  const change = row.change as { name?: string; currency?: string; amount?: number }
  const amount = change.amount ?? held?.amount
  // A new price without a currency is in the old one. The product may have another by now.
  const before = change.amount === undefined ? undefined : (row.before?.currency as string | undefined)
  const currency = change.currency ?? before ?? held?.currency ?? ''
  return [
    getTranslator('jobs')(`row.${row.state}`),
    row.subject ?? '',
    change.name ?? held?.name ?? '',
    amount == null ? '' : formatMajor(amount, minorUnitExponent(currency, minorUnits)),
    currency,
    webAddressOf(held?.payUrl ?? null) ?? '',
    Object.values(row.errors ?? {})
      .flat()
      .join('; '),
  ]
}
