import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { CustomerChange, CustomerDetail, LocalContact } from '../schema'
import type { Database } from '../../db/database'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { tellBrowsers } from '../../core/server/live'
import { customers } from './tables'
import { customerDetail } from './detail'
import { holdCustomers } from './hold'
import { linkCustomers, unlinkOthers } from './link'
import { lockCustomer } from './load'
import type { CustomerRow } from './mirror'
import { refreshCustomers } from './refresh'

/**
 * Changes what is kept here of a customer: labels, corrected contact details. The gateway, which has no update, knows
 * nothing of it. Payments with a corrected e-mail address are found to be this customer's.
 * @throws AppError `not_found`, `conflict` where it was anonymised.
 */
export async function changeCustomer(
  context: ActorContext,
  id: string,
  change: CustomerChange,
): Promise<CustomerDetail> {
  const { engine, shop } = context
  await engine.db.transaction(async (tx) => {
    if (change.contact) await holdCustomers(tx, shop.id)
    const row = await lockCustomer(tx, context, id)
    if (change.labels) await setLabels(tx, context, row, change.labels)
    if (change.contact) {
      await setContact(tx, context, row, change.contact)
      await refreshCustomers(tx, shop.id, [id]) // Its keys,
      await unlinkOthers(tx, shop.id, id)
      await linkCustomers(tx, shop.id, [id])
      await refreshCustomers(tx, shop.id, [id]) // and what its notifications say.
    }
  })
  await tellBrowsers(context, { kind: 'customer', id })
  return customerDetail(context, id)
}

async function setLabels(
  tx: Database,
  context: ActorContext,
  row: CustomerRow,
  given: string[],
): Promise<void> {
  const labels = [...new Set(given)]
  const added = labels.filter((label) => !row.labels.includes(label))
  const removed = row.labels.filter((label) => !labels.includes(label))
  if (added.length + removed.length === 0) return
  await tx.update(customers).set({ labels }).where(isThis(row))
  await recordActivity(tx, context, {
    action: 'customer.labelled',
    subject: row.id,
    detail: { added, removed },
  })
}

const contactFields = ['email', 'phone', 'address'] as const

async function setContact(
  tx: Database,
  context: ActorContext,
  row: CustomerRow,
  change: LocalContact,
): Promise<void> {
  const before = row.contact ?? {}
  const after = Object.fromEntries(
    contactFields.flatMap((field) => {
      const value = change[field] === undefined ? before[field] : change[field]
      return value ? [[field, value]] : []
    }),
  ) as LocalContact
  const fields = contactFields.filter((field) => before[field] !== after[field])
  if (fields.length === 0) return
  await tx
    .update(customers)
    .set({ contact: Object.keys(after).length === 0 ? null : after })
    .where(isThis(row))
  await recordActivity(tx, context, { action: 'customer.corrected', subject: row.id, detail: { fields } })
}

const isThis = ({ shopId, id }: CustomerRow) => and(eq(customers.shopId, shopId), eq(customers.id, id))
