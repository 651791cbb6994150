import 'server-only'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { recordActivities } from '../../../core/server/activity/record'
import { products } from '../tables'
import { toDetail } from '../listing/item'
import { productFieldNames } from '../../fields'
import type { ProductDetail } from '../../schema'
import type { ProductUpdate } from '../../../gateway/products/product'
import { isEqualValue } from '../../../gateway/products/values'
import { compareWithNewPrices } from '../../../payments/server/new-prices'

const unnamed = new Map<string, string>()

/**
 * Runs `write`, which mirrors the gateway's answer, and records in the history what changed outside Counterfoil, such
 * as a sale. Compares payments again if a price changed. `ours`: the fields that a person's change wrote.
 */
export async function withOutsideChangesRecorded(
  tx: Database,
  shopId: string,
  ids: readonly string[],
  write: () => Promise<void>,
  ours: readonly string[] = [],
): Promise<void> {
  const whereProducts = and(eq(products.shopId, shopId), inArray(products.id, [...ids]))
  // Locked: of two concurrent answers, only one records the change.
  const known = await tx.select().from(products).where(whereProducts).orderBy(asc(products.id)).for('update')
  await write()
  if (known.length === 0) return
  const before = new Map(known.map((row) => [row.id, toDetail(row, unnamed)]))
  const now = await tx.select().from(products).where(whereProducts)
  const entries = now.flatMap((row) => {
    const earlier = before.get(row.id)
    const detail = earlier && changedOutside(earlier, toDetail(row, unnamed), ours)
    return detail ? [{ action: 'product.changed' as const, subject: row.id, detail }] : []
  })
  await recordActivities(tx, { shop: { id: shopId }, actor: null }, entries)
  await compareWithNewPrices(
    tx,
    shopId,
    now.filter((row) => hasNewPrice(row, before.get(row.id))).map(({ id }) => id),
  )
}

type Price = Pick<ProductDetail, 'amount' | 'currency'>
const hasNewPrice = (now: Price, before: Price | undefined): boolean =>
  before !== undefined && (now.amount !== before.amount || now.currency !== before.currency)

/** Values before and after, as far as known. */
type RecordedChange = {
  fields: string[]
  before: Record<string, unknown>
  after: Record<string, unknown>
}

export function recordedChange(before: ProductDetail, change: ProductUpdate): RecordedChange {
  const fields = Object.keys(change)
  const known = Object.entries(before).filter(([field, value]) => field in change && value !== null)
  return { fields, before: Object.fromEntries(known), after: { ...change } }
}

/** Returns what the gateway changed, or null. A field that is no longer echoed does not count. */
function changedOutside(
  before: ProductDetail,
  after: ProductDetail,
  ours: readonly string[],
): RecordedChange | null {
  const fields = productFieldNames.filter(
    (field) =>
      !ours.includes(field) &&
      before[field] !== null &&
      after[field] !== null &&
      !isEqualValue(field, before[field], after[field]),
  )
  // When stock becomes limited or unlimited, only one side has a quantity.
  if (fields.includes('infinite') && !fields.includes('quantity')) fields.push('quantity')
  if (fields.length === 0) return null
  const pick = (product: ProductDetail): Record<string, unknown> =>
    Object.fromEntries<unknown>(
      fields.map((field): [string, unknown] => [field, product[field]]).filter(([, value]) => value !== null),
    )
  return { fields, before: pick(before), after: pick(after) }
}
