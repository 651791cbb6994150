import 'server-only'
import { and, arrayOverlaps, eq, isNull, notInArray } from 'drizzle-orm'
import type { CustomerDuplicate, DuplicateQuery, LocalContact } from '../../contracts/customer'
import type { ActorContext } from '../context'
import { customers } from '../tables/customers'
import { itemColumns, toItem } from './item'
import { customerKeys, emailKey, externalIdKey } from './keys'
import { isSamePhone } from './phone'

/** More than these nobody compares by hand. */
const most = 20
/** Those whose telephone numbers end alike may have other numbers: more are looked at than shown. */
const candidates = 200

type Sought = DuplicateQuery & { contact?: LocalContact | null }

/**
 * Customers that may be the same person, as they have the same e-mail address, telephone number (as far as it was
 * given) or ID in the merchant's system; the newest first, but only some where many share one. `except`: IDs of those that are known to be.
 */
export async function findDuplicates(
  { engine, shop, actor }: ActorContext,
  { contact, ...sought }: Sought,
  except: string[] = [],
): Promise<CustomerDuplicate[]> {
  const keys = customerKeys({ ...sought, externalId: sought.external_id }, contact)
  if (keys.length === 0) return []
  const rows = await engine.db
    .select({ ...itemColumns, keys: customers.keys, contact: customers.contact })
    .from(customers)
    .where(
      and(
        eq(customers.shopId, shop.id),
        isNull(customers.vanishedAt),
        arrayOverlaps(customers.keys, keys),
        except.length > 0 ? notInArray(customers.id, except) : undefined,
      ),
    )
    .limit(candidates)
  const has = (row: (typeof rows)[number], wanted: string[]) => wanted.some((key) => row.keys.includes(key))
  const phones = [sought.phone, contact?.phone].filter(Boolean)
  return rows
    .map((row) => ({
      ...toItem(row, actor.role),
      reasons: [
        ...(has(row, [...emailKey(sought.email), ...emailKey(contact?.email)]) ? (['email'] as const) : []),
        ...(phones.some((phone) => isSamePhone(phone, row.phone) || isSamePhone(phone, row.contact?.phone))
          ? (['phone'] as const)
          : []),
        ...(has(row, externalIdKey(sought.external_id)) ? (['external_id'] as const) : []),
      ],
    }))
    .filter(({ reasons }) => reasons.length > 0)
    .toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1))
    .slice(0, most)
}
