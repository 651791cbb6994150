import 'server-only'
import { and, eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { NoteBody } from '../../core/note'
import { getTranslator } from '../../core/i18n/server'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { dots, shownText } from '../../core/server/search/contacts-in-text'
import { publishLiveEvent } from '../../core/server/live'
import { createOnce, settleLost, type Creation, type ReadOnce } from '../../core/server/mirror/create'
import type { Database } from '../../db/database'
import { createCustomerAtGateway } from '../../gateway/client/endpoints'
import type { CustomerCreate, CustomerReply } from '../../gateway/customers/customer'
import {
  type CustomerDetail,
  type CustomerChange,
  type LocalContact,
  labelLength,
  maxLabels,
  type TimelineEntry,
} from '../schema'
import { matchesRequest } from './importing/lost-creates'
import { contactOf, isMaskedFor, namedLabels } from './listing/item'
import { customerDetail } from './reading/read'
import { lockCustomers, linkCustomers, unlinkOthers } from './merging/link'
import { customerMirror, mirrorCustomers, type CustomerRow, lockCustomer } from './reading/mirror'
import { refreshCustomers } from './reading/refresh'
import { customers, customerNotes } from './tables'

/** How to create a customer. An unconfirmed create is recognised by its fields alone: no creation time is documented. */
const making: Creation<CustomerCreate, CustomerReply, CustomerDetail> = {
  mirror: customerMirror,
  kind: 'customer',
  send: createCustomerAtGateway,
  isWhatWasSent: matchesRequest,
  keep: (tx, shopId, reply, at) => mirrorCustomers(tx, shopId, [reply], at),
  sign: async (tx, context, reply, _fields, at) => {
    await mirrorCustomers(tx, context.shop.id, [reply], at, { by: context.actor.userId, at })
    await recordActivity(tx, context, { action: 'customer.created', subject: reply.id })
  },
  detail: customerDetail,
}

/** Creates a customer as {@link createOnce} does. */
export const createCustomer = (
  context: ActorContext,
  input: CustomerCreate,
  options?: { isSettling: boolean },
) => createOnce(making, context, input, options)

/** Looks for a customer whose creation was not answered, as {@link settleLost} does. */
export const settleLostCreate = (
  context: ActorContext,
  input: CustomerCreate,
  sentAt: Date,
  read?: ReadOnce,
) => settleLost(making, context, { input, sentAt, read })

/**
 * Changes labels and corrected contact details, which are local. A corrected e-mail address also matches payments.
 * @throws AppError `not_found`; `invalid` for a label that is too long or too many labels; `conflict` if anonymised, or
 *   if someone changed a correction since `expect`: then with the corrections as they are now.
 */
export async function changeCustomer(
  context: ActorContext,
  id: string,
  change: CustomerChange,
): Promise<CustomerDetail> {
  const { engine, shop } = context
  await engine.db.transaction(async (tx) => {
    if (change.contact) await lockCustomers(tx, shop.id)
    const row = await lockCustomer(tx, context, id)
    if (change.contact && change.expect) refuseUnseen(context, row, change.contact, change.expect)
    await setLabels(tx, context, row, labelsAfter(row, namedIn(context, row, change)))
    if (change.contact) {
      await setContact(tx, context, row, change.contact)
      await refreshCustomers(tx, shop.id, [id]) // Updates the keys.
      await unlinkOthers(tx, shop.id, id)
      await linkCustomers(tx, shop.id, [id])
      await refreshCustomers(tx, shop.id, [id]) // Adds words from the new notifications.
    }
  })
  await publishLiveEvent(context, { kind: 'customer', id })
  return customerDetail(context, id)
}

type Labels = Pick<CustomerChange, 'labels' | 'added_labels' | 'removed_labels'>

/** Replaces each mask by the stored labels that the actor sees in that form, so that these are kept or removed. */
function namedIn({ actor }: ActorContext, row: CustomerRow, change: Labels): Labels {
  const named = (given: string[] | undefined) => given && namedLabels(actor, given, row.labels)
  return {
    labels: named(change.labels),
    added_labels: named(change.added_labels),
    removed_labels: named(change.removed_labels),
  }
}

function labelsAfter(row: CustomerRow, change: Labels): string[] {
  const { labels = row.labels, added_labels: added = [], removed_labels: removed = [] } = change
  const after = [...new Set([...labels, ...added])].filter((label) => !removed.includes(label))
  const reason = reasonAgainst(after, row)
  if (reason === null) return after
  throw new AppError('invalid', { errors: { [change.labels ? 'labels' : 'added_labels']: [reason] } })
}

/** Returns why the customer may not get these labels, or null. Refuses the mask of another customer's label. */
function reasonAgainst(after: readonly string[], row: CustomerRow): string | null {
  const text = getTranslator('issues')
  const fresh = after.filter((label) => !row.labels.includes(label))
  if (fresh.some((label) => label.includes(dots))) return text('invalid')
  if (fresh.some((label) => label.length > labelLength)) return text('too_long', { max: labelLength })
  return fresh.length > 0 && after.length > maxLabels ? text('too_long', { max: maxLabels }) : null
}

async function setLabels(
  tx: Database,
  context: ActorContext,
  row: CustomerRow,
  labels: string[],
): Promise<void> {
  const added = labels.filter((label) => !row.labels.includes(label))
  const removed = row.labels.filter((label) => !labels.includes(label))
  if (added.length + removed.length === 0) return
  await tx.update(customers).set({ labels }).where(whereCustomer(row))
  await recordActivity(tx, context, {
    action: 'customer.labelled',
    subject: row.id,
    detail: { added, removed },
  })
}

const contactFields = ['email', 'phone', 'address'] as const

/**
 * Refuses to replace a correction that the person has not seen. Anyone who sees it masked is only told by the mask, also
 * after revealing it: otherwise they could find out whether a guess is right.
 * @throws AppError `conflict` with these corrections as they are now, masked for the person
 */
function refuseUnseen(
  { actor }: ActorContext,
  row: CustomerRow,
  change: LocalContact,
  seen: NonNullable<CustomerChange['expect']>,
): void {
  const isMasked = isMaskedFor(actor)
  const shown = contactOf(row, isMasked)
  const asShown = isMasked ? contactOf({ contact: seen }, isMasked) : seen
  const unseen = contactFields.filter((field) => {
    const isNow = (value: string | null | undefined) => shown[field] === (value || undefined)
    return change[field] !== undefined && ![change[field], seen[field], asShown[field]].some(isNow)
  })
  if (unseen.length === 0) return
  throw new AppError('conflict', {
    current: Object.fromEntries(unseen.map((field) => [field, shown[field] ?? null])),
  })
}

async function setContact(
  tx: Database,
  context: ActorContext,
  row: CustomerRow,
  change: LocalContact,
): Promise<void> {
  const before = row.contact ?? {}
  // A person who sees a masked value may send the mask back unchanged: the stored value is kept.
  const shown = contactOf(row, isMaskedFor(context.actor))
  const after = Object.fromEntries(
    contactFields.flatMap((field) => {
      const isKept = change[field] === undefined || change[field] === shown[field]
      const value = isKept ? before[field] : change[field]
      return value ? [[field, value]] : []
    }),
  ) as LocalContact
  const fields = contactFields.filter((field) => before[field] !== after[field])
  if (fields.length === 0) return
  await tx
    .update(customers)
    .set({ contact: Object.keys(after).length === 0 ? null : after })
    .where(whereCustomer(row))
  await recordActivity(tx, context, { action: 'customer.corrected', subject: row.id, detail: { fields } })
}

const whereCustomer = ({ shopId, id }: CustomerRow) => and(eq(customers.shopId, shopId), eq(customers.id, id))

/** @throws AppError `not_found`; `conflict` if anonymised. */
export async function addNote(
  context: ActorContext,
  customerId: string,
  { text }: NoteBody,
): Promise<Extract<TimelineEntry, { kind: 'note' }>> {
  const { engine, shop, actor } = context
  const note = { id: uuidv7(), customerId, text, createdAt: new Date() }
  await engine.db.transaction(async (tx) => {
    await lockCustomer(tx, context, customerId)
    await tx.insert(customerNotes).values({ ...note, shopId: shop.id, createdBy: actor.userId })
  })
  await publishLiveEvent(context, { kind: 'customer', id: customerId })
  return {
    kind: 'note',
    id: note.id,
    at: note.createdAt.toISOString(),
    customer_id: customerId,
    text: shownText(actor, text),
    by: actor.name || actor.email,
  }
}
