/** Our API for customers. Field names are the gateway's. Comments mark the fields that are local. */
import { z } from 'zod'
import { emailPattern } from '../gateway/values/email'
import { isStorable } from '../gateway/values/storable'
import { checkoutStates } from '../checkouts/state'
import { byField } from '../core/api/by-field'
import { listQuery, mark, mirrorPage, withDefaultSort, withSimilar } from '../core/lists/list'
import { payment } from '../payments/schema'
import { allCustomerFields, listedFields, type CustomerField } from './fields'
import { customerList, maskedLabelLength } from './filters'

const invalidChoice = { error: 'invalid_choice' }

/** With a search text and no `sort`, the best matches come first. */
export const customerListQuery = listQuery(customerList).transform(withDefaultSort(customerList))
export type CustomerListQuery = z.output<typeof customerListQuery>
export const customerSearchQuery = listQuery(customerList)
  .extend(withSimilar)
  .transform(withDefaultSort(customerList))

export const customerChoices = z.object({ countries: z.array(z.string()), labels: z.array(z.string()) })
export type CustomerChoices = z.output<typeof customerChoices>

/** A string for each of these fields; null if the customer has none. `country`: ISO 3166-1 alpha-2. */
const textsOf = <Field extends CustomerField>(fields: readonly Field[]) =>
  byField(fields, () => z.string().nullable())

const customerItem = z.object({
  id: z.string(),
  ...textsOf(listedFields),
  /** Whether personal data (`mask` in fields.ts) is masked. */
  masked: z.boolean(),
  /** When the gateway says that it was created, or else when we first saw it. */
  created_at: z.iso.datetime(),
  /** Time of the last payment in a matched notification; null without any. */
  last_paid_at: z.iso.datetime().nullable(),
  labels: z.array(z.string()),
  /** The customer that this one was merged into. Local: the gateway keeps both. */
  merged_into: z.string().nullable(),
  anonymised: z.boolean(),
  vanished: z.boolean(),
})
export type CustomerItem = z.output<typeof customerItem>

const marks = z.array(mark)

/**
 * Why a search found a customer if no text in the list shows it: a masked field, corrected contact details (`contact`),
 * the card or tracking ID of a payment, a customer merged into it, or only a similar text.
 */
const customerFoundBy = ['email', 'phone', 'ip', 'contact', 'payment', 'merged', 'similar'] as const
export type CustomerFoundBy = (typeof customerFoundBy)[number]

/**
 * A customer in a list. `marks`: where the search text occurs in the shown texts; empty for masked values. The name is
 * the first and the last name with a space between them.
 */
const customerListItem = customerItem.extend({
  /** Last payment: the amount in minor units, and the payment's current state. */
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

/** Corrected contact details. Local: the gateway has no update. Null removes a correction. */
export const localContact = z.strictObject({
  email: z.email({ pattern: emailPattern, error: 'invalid_email' }).max(254).nullable().optional(),
  phone: z.string().trim().max(40).refine(isStorable, 'invalid').nullable().optional(),
  address: z.string().trim().max(500).refine(isStorable, 'invalid').nullable().optional(),
})
export type LocalContact = z.output<typeof localContact>

/** As `localContact`, for display. Not validated, because a masked e-mail address is not valid. */
const shownContact = z.object({
  email: z.string().nullable().optional(),
  phone: z.string().nullable().optional(),
  address: z.string().nullable().optional(),
})

export const maxLabels = 20
/** Maximum length of a label, in characters. */
export const labelLength = 40
const labels = z
  .array(z.string().trim().min(1, 'blank').max(maskedLabelLength).refine(isStorable, 'invalid'), {
    error: 'not_a_list',
  })
  .max(maxLabels)

/**
 * `labels` replaces all labels. `added_labels` and `removed_labels` change only the labels that they name, and so keep
 * what someone else changes at the same time. `expect`: the corrections that the caller saw. If someone else changed a
 * correction that `contact` changes, the request fails with `conflict` and changes nothing.
 */
export const customerChange = z.strictObject({
  labels: labels.optional(),
  added_labels: labels.optional(),
  removed_labels: labels.optional(),
  contact: localContact.optional(),
  expect: z.strictObject(shownContact.shape).optional(),
})
export type CustomerChange = z.output<typeof customerChange>

export const duplicateReasons = ['email', 'phone', 'external_id'] as const

const customerDuplicate = customerItem.extend({ reasons: z.array(z.enum(duplicateReasons)) })
export type CustomerDuplicate = z.output<typeof customerDuplicate>

export const duplicateQuery = z.strictObject({
  email: z.string().max(254).refine(isStorable, 'invalid').optional(),
  phone: z.string().max(100).refine(isStorable, 'invalid').optional(),
  external_id: z.string().max(255).refine(isStorable, 'invalid').optional(),
})
export type DuplicateQuery = z.output<typeof duplicateQuery>
export const customerDuplicates = z.object({ items: z.array(customerDuplicate) })

/**
 * Totals of one currency in minor units. `paid`: sum of the successful `payments` (payments, charges and captures).
 * `refunded`: sum of `refunds`. `charged_back`: sum of `chargebacks`. `net`: `paid` less both. `failed`: number of failed
 * payments. Test payments count in a sandbox shop only. An amount of 9007199254740991 means that or more
 * (lib/core/format/money.ts).
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
  ...textsOf(allCustomerFields),
  contact: shownContact,
  totals: z.array(customerTotal),
  duplicates: z.array(customerDuplicate),
  merged: z.array(customerItem),
  submitted_at: z.iso.datetime().nullable(),
  submitted_by: z.string().nullable(),
  anonymised_at: z.iso.datetime().nullable(),
  /** Notifications of an anonymised customer that are still to be rewritten. They no longer show the person. */
  notifications_left: z.int(),
  /** Names of the fields that have a value at the gateway, without the ID. Anonymising does not change that. */
  gateway_fields: z.array(z.string()),
  synced_at: z.iso.datetime(),
})
export type CustomerDetail = z.output<typeof customerDetail>

/**
 * All fields unmasked. This includes the ID and the name: they are masked only where they contain contacts, such as an
 * e-mail address.
 */
export const revealedCustomer = z.object({
  ...textsOf(allCustomerFields),
  contact: shownContact,
  /** The newest 200 notes in which something is masked, including notes about customers merged into this one. */
  notes: z.array(z.object({ id: z.string(), text: z.string() })),
})
export type RevealedCustomer = z.output<typeof revealedCustomer>

export const customerMerge = z.strictObject({
  other: z.string().min(1).max(100).refine(isStorable, 'invalid'),
})

/** How a notification matched this customer. `parent`: by the transaction that it refers to. `hand`: a person did it. */
const matchReasons = ['email', 'external_id', 'tracking_id', 'payment_token', 'parent', 'hand'] as const
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

/** `customer_id`: this customer, or one merged into it. */
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
    /** Such as `customer.created` or `customer.merged`. Clients must expect new values. */
    action: z.string(),
    by: z.string().nullable(),
    detail: z.record(z.string(), z.unknown()),
  }),
])
export type TimelineEntry = z.output<typeof timelineEntry>

/** Newest first. Each payment is one entry. */
export const timelinePage = z.object({ items: z.array(timelineEntry), next_cursor: z.string().nullable() })
export type TimelinePage = z.output<typeof timelinePage>
