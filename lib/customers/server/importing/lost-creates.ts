import 'server-only'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ShopContext } from '../../../core/server/context'
import { instantOf } from '../../../core/server/mirror/mirror'
import type { Database } from '../../../db/database'
import { customerFields, type CustomerCreate, type CustomerReply } from '../../../gateway/customers/customer'
import { jobRows, type JobRow } from '../../../jobs/server/tables'
import { customers } from '../tables'

const compared = Object.keys(customerFields) as (keyof typeof customerFields)[]

type Fields = CustomerCreate | CustomerReply

/** The values by which an unconfirmed create is recognised. The gateway replies with “`id` plus the submitted fields”. */
const valuesOf = (fields: Fields) => compared.map((field) => fields[field] ?? '')

/** Whether the reply has the same fields as were sent. A field that was not sent must be absent from the reply, too. */
export function matchesRequest(reply: CustomerReply, sent: CustomerCreate): boolean {
  const values = valuesOf(sent)
  return valuesOf(reply).every((value, at) => value === values[at])
}

/** Key of all rows that have a mark. Keys of people have another form (import-duplicates.ts). */
const lost = 'lost'

const markOf = ({ engine, shop }: ShopContext, fields: Fields): string =>
  `${lost}:${engine.sealer.mark(JSON.stringify(valuesOf(fields)), `lost_customer:${shop.id}`).toString('base64url')}`

/**
 * Returns the keys of a row whose person is anonymised before the gateway confirms the customer: `lost`, and a hash of
 * the sent fields. The hash is keyed with the sealing key, so that it does not reveal them.
 */
export const lostKeys = (context: ShopContext, sent: CustomerCreate): string[] => [
  lost,
  markOf(context, sent),
]

/** Rows that may have created a customer with an unknown ID. A mark no longer counts once its row has an outcome. */
const whereLost = and(inArray(jobRows.state, ['sending', 'unconfirmed']), isNull(jobRows.subject))

/**
 * Whether the request may have created a customer: within a day of it, because the gateway may omit the time of creation
 * (then `seenAt` counts) or its time zone. A later customer with the same data is another one.
 */
function isOfThen({ created_at: at }: CustomerReply, { sentAt, seenAt }: Times): boolean {
  const made = instantOf(typeof at === 'string' ? at : null) ?? seenAt
  return sentAt === null || Math.abs(made.valueOf() - sentAt.valueOf()) < dayMs
}
type Times = { sentAt: Date | null; seenAt: Date }
const dayMs = 86_400_000

/**
 * Returns the IDs of the replies whose customers were created by marked rows, and removes the marks of these rows. Takes
 * at most one reply per row, and only customers that the mirror lacks. `seenAt`: when the gateway listed the replies.
 * Needs the lock of the shop's customers (merging/link.ts).
 */
export async function takeLost(
  tx: Database,
  context: ShopContext,
  replies: readonly CustomerReply[],
  seenAt: Date,
): Promise<Set<string>> {
  const rows = await tx
    .select({ jobId: jobRows.jobId, position: jobRows.position, keys: jobRows.keys, sentAt: jobRows.sentAt })
    .from(jobRows)
    .where(and(eq(jobRows.shopId, context.shop.id), sql`${jobRows.keys} @> ARRAY[${lost}]`, whereLost))
  if (rows.length === 0) return new Set()
  const taken = new Set<string>()
  for (const reply of await missingFromMirror(tx, context, replies)) {
    const mark = markOf(context, reply)
    const at = rows.findIndex(
      ({ keys, sentAt }) => keys?.includes(mark) && isOfThen(reply, { sentAt, seenAt }),
    )
    const [row] = at < 0 ? [] : rows.splice(at, 1)
    if (!row) continue
    taken.add(reply.id)
    await settle(tx, context, row)
  }
  return taken
}

/** Returns the replies about customers that the mirror lacks. */
async function missingFromMirror(
  tx: Database,
  { shop }: ShopContext,
  replies: readonly CustomerReply[],
): Promise<CustomerReply[]> {
  const ids = replies.map(({ id }) => id)
  const known = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.shopId, shop.id), sql`${customers.id} = ANY(${sql.param(ids)}::text[])`))
  const knownIds = new Set(known.map(({ id }) => id))
  return replies.filter(({ id }) => !knownIds.has(id))
}

const settle = (
  tx: Database,
  { shop }: ShopContext,
  { jobId, position }: Pick<JobRow, 'jobId' | 'position'>,
) =>
  tx
    .update(jobRows)
    .set({ keys: null })
    .where(and(eq(jobRows.shopId, shop.id), eq(jobRows.jobId, jobId), eq(jobRows.position, position)))
