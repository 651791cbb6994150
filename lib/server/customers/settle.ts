import 'server-only'
import { and, eq, inArray, isNotNull, lt, or } from 'drizzle-orm'
import {
  customerFields,
  customerReply,
  type CustomerCreate,
  type CustomerReply,
} from '../../gateway/customer'
import type { ShopContext } from '../context'
import { AppError } from '../errors'
import { streamList } from '../gateway/stream-list'
import { customers } from '../tables/customers'
import { customerMirror } from './mirror'

/**
 * Finds, in the gateway's list, the customer that a create made whose answer was lost: an ID not known before, every
 * field as it was sent, and exactly one such customer. Null where there is none. The interface shows no time of
 * creation to go by.
 * @throws AppError `unconfirmed` where several could be it: a person has to look, and none is to be made again.
 */
export async function settleCreate(
  context: ShopContext,
  sent: CustomerCreate,
  sentAt: Date,
): Promise<CustomerReply | null> {
  let found: CustomerReply | null = null
  for await (const elements of streamList(context, customerMirror.address(context))) {
    const alike = elements
      .flatMap(({ value }) => customerReply.safeParse(value).data ?? [])
      .filter((reply) => isWhatWasSent(reply, sent))
    const known = await knownIds(
      context,
      alike.map(({ id }) => id),
      sentAt,
    )
    for (const candidate of alike.filter(({ id }) => !known.has(id))) {
      if (found && found.id !== candidate.id) throw new AppError('unconfirmed')
      found = candidate
    }
  }
  return found
}

const compared = Object.keys(customerFields) as (keyof typeof customerFields)[]

/** “`id` plus the submitted fields”: what was not sent is not there either. */
export const isWhatWasSent = (reply: CustomerReply, sent: CustomerCreate): boolean =>
  compared.every((field) => (reply[field] ?? '') === (sent[field] ?? ''))

/** IDs that were here before the request was sent, or that are already known as the result of another one. */
async function knownIds({ engine, shop }: ShopContext, ids: string[], sentAt: Date): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await engine.db
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(
        eq(customers.shopId, shop.id),
        inArray(customers.id, ids),
        or(lt(customers.firstSeenAt, sentAt), isNotNull(customers.submittedAt)),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}
