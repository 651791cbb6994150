/** Customers on our own API. Field names are the gateway's own; what was added here is marked as local. */
import { z } from 'zod'
import { isStorable } from '../gateway/values'
import { checkoutStates } from '../checkouts/state'
import { day, listQuery, mark, mirrorPage, someOf, sortedBy, yesOrNo } from '../core/list'
import { payment } from '../payments/schema'
import { customerSortColumns, relevance, sortsOf, type SortOf } from '../core/paging'

const invalidChoice = { error: 'invalid_choice' }

/**
 * What narrows a list of customers (who may not see e-mail addresses may not sort by them). `paid`: with a payment in a
 * notification, or without one. Days are UTC.
 */
const customerFilters = {
  country: someOf(z.string().regex(/^[A-Z]{2}$/, 'invalid_choice')).optional(),
  paid: yesOrNo.optional(),
  label: someOf(z.string().min(1).max(40).refine(isStorable, 'invalid')).optional(),
  created_from: day.optional(),
  created_to: day.optional(),
}

/** With search text and no sort, the best matches come first. */
export const customerListQuery = listQuery(customerSortColumns, '-created_at')
  .extend({
    ...customerFilters,
    sort: z.enum([...sortsOf(customerSortColumns), relevance], invalidChoice).optional(),
  })
  .transform(sortedBy<CustomerSort>('-created_at'))
export type CustomerListQuery = z.output<typeof customerListQuery>

type CustomerSort = SortOf<typeof customerSortColumns>

/** What the shop's customers can be narrowed by: the countries and labels that they have. */
export const customerChoices = z.object({ countries: z.array(z.string()), labels: z.array(z.string()) })
export type CustomerChoices = z.output<typeof customerChoices>

export const customerItem = z.object({
  id: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  /** Masked, as are `phone` and `ip`, where `masked` says so. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  ip: z.string().nullable(),
  city: z.string().nullable(),
  /** ISO 3166-1 alpha-2. */
  country: z.string().nullable(),
  external_id: z.string().nullable(),
  masked: z.boolean(),
  /** As the gateway has it, or when it was first heard of here. */
  created_at: z.iso.datetime(),
  /** Of the last payment in a notification that was matched. */
  last_paid_at: z.iso.datetime().nullable(),
  labels: z.array(z.string()),
  /** The customer it was joined to here; at the gateway both go on. */
  merged_into: z.string().nullable(),
  /** What was held here of this person was blanked. */
  anonymised: z.boolean(),
  /** A full sync no longer found it at the gateway. */
  vanished: z.boolean(),
})
export type CustomerItem = z.output<typeof customerItem>

const marks = z.array(mark)

/**
 * By what a search found a customer, where no text of the list shows it: a masked field, contact details corrected here
 * (`contact`), the card or tracking ID of a payment, a customer that was merged into it, or only something similar.
 */
export const customerFoundBy = ['email', 'phone', 'ip', 'contact', 'payment', 'merged', 'similar'] as const
export type CustomerFoundBy = (typeof customerFoundBy)[number]

/**
 * A customer in a list; `marks` where something is searched for: where it stands in these texts as they are shown (the
 * name as first and last name with a space between; in what is masked nowhere).
 */
export const customerListItem = customerItem.extend({
  /** What was paid last, in minor units, and what has become of that payment since. */
  last_payment: payment
    .pick({ state: true, difference: true, test: true })
    .extend({ amount: z.int(), currency: z.string() })
    .nullable(),
  found_by: z.array(z.enum(customerFoundBy)).optional(),
  marks: z
    .object({
      name: marks,
      email: marks,
      phone: marks,
      city: marks,
      external_id: marks,
      id: marks,
      ip: marks,
    })
    .optional(),
})
export type CustomerListItem = z.output<typeof customerListItem>

export const customerPage = mirrorPage(customerListItem)
export type CustomerPage = z.output<typeof customerPage>

/** Contact details corrected here: the gateway has no update. Null takes a correction back. */
export const localContact = z.strictObject({
  email: z.email('invalid').max(254).nullable().optional(),
  phone: z.string().trim().max(40).refine(isStorable, 'invalid').nullable().optional(),
  address: z.string().trim().max(500).refine(isStorable, 'invalid').nullable().optional(),
})
export type LocalContact = z.output<typeof localContact>

/** The same as it is shown: what is masked is no e-mail address any more. */
const shownContact = z.object({
  email: z.string().nullable().optional(),
  phone: z.string().nullable().optional(),
  address: z.string().nullable().optional(),
})

/** Labels replace those that were there. */
export const customerChange = z.strictObject({
  labels: z
    .array(z.string().trim().min(1, 'blank').max(40).refine(isStorable, 'invalid'), { error: 'not_a_list' })
    .max(20)
    .optional(),
  contact: localContact.optional(),
})
export type CustomerChange = z.output<typeof customerChange>

/** By what another customer may be the same person. */
export const duplicateReasons = ['email', 'phone', 'external_id'] as const

export const customerDuplicate = customerItem.extend({ reasons: z.array(z.enum(duplicateReasons)) })
export type CustomerDuplicate = z.output<typeof customerDuplicate>

export const duplicateQuery = z.strictObject({
  email: z.string().max(254).refine(isStorable, 'invalid').optional(),
  phone: z.string().max(100).refine(isStorable, 'invalid').optional(),
  external_id: z.string().max(255).refine(isStorable, 'invalid').optional(),
})
export type DuplicateQuery = z.output<typeof duplicateQuery>
export const customerDuplicates = z.object({ items: z.array(customerDuplicate) })
export type CustomerDuplicates = z.output<typeof customerDuplicates>

/**
 * In one currency, in minor units: `paid` by so many successful `payments` (payments, charges and captures), what was
 * given back by `refunds` and taken back by `chargebacks`, and `net`, which is what is left; and how many payments
 * `failed`. Test payments count in a sandbox shop only.
 */
const customerTotal = z.object({
  currency: z.string(),
  paid: z.int(),
  payments: z.int(),
  failed: z.int(),
  refunded: z.int(),
  refunds: z.int(),
  charged_back: z.int(),
  chargebacks: z.int(),
  net: z.int(),
})

export const customerDetail = customerItem.extend({
  address: z.string().nullable(),
  zip: z.string().nullable(),
  state: z.string().nullable(),
  contact: shownContact,
  totals: z.array(customerTotal),
  duplicates: z.array(customerDuplicate),
  /** Those that were joined to this one. */
  merged: z.array(customerItem),
  submitted_at: z.iso.datetime().nullable(),
  submitted_by: z.string().nullable(),
  anonymised_at: z.iso.datetime().nullable(),
  /** Notifications of somebody anonymised whose bodies are still to be written anew; they are shown without the person. */
  notifications_left: z.int(),
  /** What the gateway's record has beside the ID, by name: also where it was blanked here, as it stays there. */
  gateway_fields: z.array(z.string()),
  synced_at: z.iso.datetime(),
})
export type CustomerDetail = z.output<typeof customerDetail>

/** What is personal of a customer, unmasked; asking for it is recorded. */
export const revealedCustomer = z.object({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  ip: z.string().nullable(),
  address: z.string().nullable(),
  zip: z.string().nullable(),
  contact: shownContact,
})
export type RevealedCustomer = z.output<typeof revealedCustomer>

export const customerNote = z.strictObject({
  text: z.string().trim().min(1, 'blank').max(5_000).refine(isStorable, 'invalid'),
})
export type CustomerNote = z.output<typeof customerNote>

/** Joins another customer to this one, or takes it out again. */
export const customerMerge = z.strictObject({
  other: z.string().min(1).max(100).refine(isStorable, 'invalid'),
})
export type CustomerMerge = z.output<typeof customerMerge>

/** By what a notification was found to be this customer's; `parent`: the transaction that it refers to is. */
export const matchReasons = [
  'email',
  'external_id',
  'tracking_id',
  'payment_token',
  'parent',
  'hand',
] as const
export type MatchReason = (typeof matchReasons)[number]

export const timelineKinds = ['payment', 'checkout', 'note', 'change'] as const
export type TimelineKind = (typeof timelineKinds)[number]

export const timelineQuery = z.strictObject({
  kind: z.enum(timelineKinds, invalidChoice).optional(),
  /** From a page's `next_cursor`. */
  cursor: z.string().max(2000).optional(),
  limit: z.coerce.number({ error: 'not_a_number' }).int('not_a_number').min(1).max(100).default(30),
})
export type TimelineQuery = z.output<typeof timelineQuery>

/** Of each entry: the customer it belongs to, as this one or one that was joined to it. */
const entry = { id: z.string(), at: z.iso.datetime(), customer_id: z.string() }

export const timelineEntry = z.discriminatedUnion('kind', [
  payment.extend({ ...entry, kind: z.literal('payment'), matched_by: z.enum(matchReasons) }),
  z.object({
    ...entry,
    kind: z.literal('checkout'),
    state: z.enum(checkoutStates),
    transaction_type: z.string(),
    amount: z.int(),
    currency: z.string(),
    description: z.string(),
    tracking_id: z.string().nullable(),
    test: z.boolean(),
    by: z.string().nullable(),
  }),
  z.object({ ...entry, kind: z.literal('note'), text: z.string(), by: z.string().nullable() }),
  z.object({
    ...entry,
    kind: z.literal('change'),
    /** Such as `customer.created`, `customer.labelled`, `customer.revealed`, `customer.merged`; newer kinds may come. */
    action: z.string(),
    by: z.string().nullable(),
    detail: z.record(z.string(), z.unknown()),
  }),
])
export type TimelineEntry = z.output<typeof timelineEntry>

/** In the order in which things happened, newest first; a payment with all that became of it is one entry. */
export const timelinePage = z.object({ items: z.array(timelineEntry), next_cursor: z.string().nullable() })
export type TimelinePage = z.output<typeof timelinePage>
