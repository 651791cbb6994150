import 'server-only'
import type { ProductDetail, ProductItem, valueSources } from '../../contracts/product'
import { products } from '../tables/products'
import { driftOf } from './drift'
import type { ProductRow } from './mirror'

/** The columns a list shows. */
export const itemColumns = {
  id: products.id,
  name: products.name,
  description: products.description,
  currency: products.currency,
  amount: products.amount,
  quantity: products.quantity,
  infinite: products.infinite,
  test: products.test,
  immortal: products.immortal,
  expiredAt: products.expiredAt,
  language: products.language,
  transactionType: products.transactionType,
  createdAt: products.createdAt,
  updatedAt: products.updatedAt,
  payUrl: products.payUrl,
  confirmUrl: products.confirmUrl,
  archivedAt: products.archivedAt,
  vanishedAt: products.vanishedAt,
}

/** A mirrored product in the gateway's own names. */
export function toItem(row: Pick<ProductRow, keyof typeof itemColumns>): ProductItem {
  const { expiredAt, transactionType, createdAt, updatedAt, payUrl, confirmUrl, ...same } = row

  return {
    id: same.id,
    name: same.name,
    description: same.description,
    currency: same.currency,
    amount: same.amount,
    quantity: same.quantity,
    infinite: same.infinite,
    test: same.test,
    immortal: same.immortal,
    language: same.language,
    expired_at: expiredAt?.toISOString() ?? null,
    transaction_type: transactionType,
    created_at: createdAt?.toISOString() ?? null,
    updated_at: updatedAt?.toISOString() ?? null,
    pay_url: payUrl,
    confirm_url: confirmUrl,
    archived: same.archivedAt !== null,
    vanished: same.vanishedAt !== null,
  }
}

type Source = (typeof valueSources)[number]

/** Fields whose echo is not shown (interface: “Product”): each value with where it comes from. */
const unechoed = ['visible_fields', 'immortal', 'expired_at', 'return_url', 'shop_id'] as const

/** Who submitted, by ID of the person. */
export type Names = ReadonlyMap<string, string>

/** A mirrored product as its page shows it; who submitted what is named as far as `names` has them. */
export function toDetail(row: ProductRow, names: Names = new Map()): ProductDetail {
  const submissions = submissionsOf(row, names)
  const known = knownOf(row)
  const last = { at: row.submittedAt?.toISOString() ?? null, by: names.get(row.submittedBy ?? '') ?? null }
  return {
    ...toItem(row),
    visible_fields: known.visible_fields.value,
    immortal: known.immortal.value,
    expired_at: known.immortal.value === true ? null : readable(known.expired_at.value),
    return_url: known.return_url.value,
    shop_id: known.shop_id.value,
    payment_url: typeof row.raw.payment_url === 'string' ? row.raw.payment_url : null,
    sources: {
      visible_fields: known.visible_fields.source,
      immortal: known.immortal.source,
      expired_at: known.expired_at.source,
      return_url: known.return_url.source,
      shop_id: known.shop_id.source,
    },
    submitted_at: last.at,
    submitted_by: last.by,
    submissions,
    drift: Object.fromEntries(
      Object.entries(driftOf(row)).map(([field, values]) => {
        const { at, by } = submissions[field] ?? last
        return [field, { ...values, sent_at: at, sent_by: by }]
      }),
    ),
    archived_at: row.archivedAt?.toISOString() ?? null,
    synced_at: row.syncedAt.toISOString(),
  }
}

/** A date with its own zone, as it was given; one that no calendar knows is none. */
const readable = (date: unknown): string | null =>
  typeof date === 'string' && !Number.isNaN(Date.parse(date)) ? date : null

function knownOf(row: ProductRow) {
  const submitted = row.submitted ?? {}
  // A change that could not be read back outdates what the gateway said before it (overlay.ts).
  const isNewer = row.submittedAt !== null && row.submittedAt > row.syncedAt
  // A whole product was sent from here: what it did not name, it left to the gateway's default.
  const isWhole = submitted.name !== undefined && submitted.currency !== undefined
  return Object.fromEntries(
    unechoed.map((field) => {
      const echoed = isNewer && submitted[field] !== undefined ? null : row.raw[field]
      const value = echoed ?? submitted[field] ?? null
      const source: Source =
        echoed != null ? 'gateway' : submitted[field] !== undefined || isWhole ? 'submitted' : 'unknown'
      return [field, { value, source }]
    }),
  ) as Record<(typeof unechoed)[number], { value: never; source: Source }>
}

/** When and by whom each field was submitted. What was submitted before that was noted has the last write's. */
function submissionsOf(
  { submitted, submissions, submittedAt, submittedBy }: ProductRow,
  names: Names,
): ProductDetail['submissions'] {
  const noted = { ...submissions }
  if (submittedAt && submittedBy)
    for (const field of Object.keys(submitted ?? {}))
      noted[field] ??= { at: submittedAt.toISOString(), by: submittedBy }
  return Object.fromEntries(
    Object.entries(noted).map(([field, { at, by }]) => [field, { at, by: names.get(by) ?? null }]),
  )
}
