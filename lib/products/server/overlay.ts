import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { ProductUpdate } from '../../gateway/product'
import type { Database } from '../../db/database'
import { products } from './tables'
import { productSearchText, submissionsOf, type Submission } from './mirror'
import type { ProductRow } from './tables'

/**
 * Lays a change that the gateway took, and that could not be read back, over a mirrored product: its columns
 * and what was submitted. What the gateway last said (`raw`), and when, stays: a change is no evidence.
 */
export async function overlayProduct(
  db: Database,
  row: ProductRow,
  submission: Submission & { fields: ProductUpdate },
): Promise<void> {
  const { fields, by, at } = submission
  const name = fields.name ?? row.name
  const description = fields.description ?? row.description
  // What the gateway has echoed since outdates what was submitted earlier.
  const earlier = Object.entries(row.submitted ?? {}).filter(([field]) => row.raw[field] == null)
  await db
    .update(products)
    .set({
      name,
      description,
      currency: fields.currency,
      amount: fields.amount,
      quantity: fields.infinite === true ? null : fields.quantity,
      infinite: fields.infinite,
      test: fields.test,
      language: fields.language,
      transactionType: fields.transaction_type,
      immortal: fields.immortal,
      expiredAt:
        fields.immortal === true
          ? null
          : fields.expired_at === undefined
            ? undefined
            : new Date(fields.expired_at),
      submitted: { ...Object.fromEntries(earlier), ...fields },
      submittedAt: at,
      submittedBy: by,
      submissions: { ...row.submissions, ...submissionsOf(submission) },
      search: productSearchText({ name, description, id: row.id }),
      // As fresh as it was, and to be written again by the next full sync, whatever that finds.
      syncedAt: row.syncedAt,
      fingerprint: null,
    })
    .where(and(eq(products.shopId, row.shopId), eq(products.id, row.id)))
}
