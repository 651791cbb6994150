/** The overview of a shop on our own API: what was paid in a period, first steps, and what waits for a payer. */
import { z } from 'zod'
import { day } from '../core/list'
import { firstStepNames, isPeriod, statisticsPeriods, statisticsSteps } from './choices'

/** A zone by its name in the IANA time zone database, as browsers give it. */
const timeZone = z
  .string()
  .min(1, 'required')
  .max(100)
  .refine((name) => {
    try {
      return !!new Intl.DateTimeFormat('en', { timeZone: name })
    } catch {
      return false
    }
  }, 'invalid')

/**
 * What the overview asks for. Days are those of `zone`, both included: `days7` are today and the six before; `month` is
 * this one so far; `from` and `to` go with `custom`. Without a `currency`, it is the one with the most payments; a `step`
 * that does not suit the period is not taken.
 */
export const statisticsQuery = z
  .strictObject({
    period: z.enum(statisticsPeriods, { error: 'invalid_choice' }).default('days30'),
    from: day.optional(),
    to: day.optional(),
    zone: timeZone.default('UTC'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'invalid_currency')
      .optional(),
    step: z.enum(statisticsSteps, { error: 'invalid_choice' }).optional(),
  })
  .superRefine(({ period, from, to }, context) => {
    const complain = (field: 'from' | 'to', message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (period !== 'custom') return
    if (from === undefined) complain('from', 'required')
    if (to === undefined) complain('to', 'required')
    if (from === undefined || to === undefined) return
    if (!isPeriod(from, to)) complain('to', 'invalid')
  })
export type StatisticsQuery = z.output<typeof statisticsQuery>

const sums = {
  /** What was paid, in minor units, before anything went back. */
  paid: z.int(),
  /** Payments that succeeded. */
  payments: z.int(),
  /** Payments that failed. */
  failed: z.int(),
}

const figures = z.object({
  ...sums,
  /** Of the payments whose outcome is known, the share that succeeded; null without any. */
  success_rate: z.number().nullable(),
  /** `paid` by `payments`, in whole minor units; null without any. */
  average: z.int().nullable(),
  refunded: z.int(),
  refunds: z.int(),
  charged_back: z.int(),
  chargebacks: z.int(),
  /** `paid` less what was refunded and charged back in the period. */
  net: z.int(),
})
export type Figures = z.output<typeof figures>

/** A part of the payments that have something in common; `value` is '' where that is not said. */
const part = z.object({ ...sums, value: z.string() })
export type Part = z.output<typeof part>
/** The greatest few, and all of them together. */
const parts = z.object({ items: z.array(part), total: z.object(sums) })
export type Parts = z.output<typeof parts>

export const statistics = z.object({
  zone: z.string(),
  /** The period, as instants: the end is not in it. One that is not over ends with the current quarter of an hour. */
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  /** The one it is compared with: as many days right before, up to the same time of day. */
  before_from: z.iso.datetime(),
  before_until: z.iso.datetime(),
  days: z.int(),
  step: z.enum(statisticsSteps),
  /** Those that suit the period. */
  steps: z.array(z.enum(statisticsSteps)),
  /** Null where nothing was ever paid. */
  currency: z.string().nullable(),
  /** Those that payments were made in, most payments in the period first. */
  currencies: z.array(z.string()),
  now: figures,
  before: figures,
  /**
   * By `step`, beginning at `at`, to the end of the period's last day; with what was at the same place in the period
   * before, which is whole here. `before` is null where that had fewer days.
   */
  series: z.array(
    z.object({
      ...sums,
      at: z.iso.datetime(),
      before: z.object({ ...sums, at: z.iso.datetime() }).nullable(),
    }),
  ),
  /** Why payments failed, in the gateway's words or codes. */
  reasons: parts,
  brands: parts,
  /** Where the cards' banks are, alpha-2. */
  countries: parts,
  /** Of payments that are linked to one. */
  products: parts.extend({ items: z.array(part.extend({ name: z.string().nullable() })) }),
  /** Notifications of an earlier release are still being counted. */
  counting: z.boolean(),
})
export type Statistics = z.output<typeof statistics>

/** Unpaid checkouts: made within so many days of UTC, before the one that is not over for a day. */
export const unpaidDays = 14
export const unpaidStates = ['open', 'pending', 'declined', 'expired'] as const

/** Checkouts that nobody paid for more than 24 hours; the rest is the list's query that shows exactly these. */
export const unpaidCheckouts = z.object({
  total: z.int(),
  total_exact: z.boolean(),
  created_from: z.string(),
  created_to: z.string(),
  state: z.array(z.enum(unpaidStates)),
  test: z.boolean().optional(),
})
export type UnpaidCheckouts = z.output<typeof unpaidCheckouts>

/** What is to be done in a new shop, and whether it is. */
export const firstSteps = z.object({
  steps: z.array(z.object({ name: z.enum(firstStepNames), done: z.boolean() })),
  /** By who asks. */
  dismissed: z.boolean(),
})
export type FirstSteps = z.output<typeof firstSteps>

export const firstStepsChange = z.strictObject({ dismissed: z.boolean({ error: 'not_a_boolean' }) })
export type FirstStepsChange = z.output<typeof firstStepsChange>

/** What a payer does in the sandbox: pays, or is refused by the bank. */
export const demoPaymentCreate = z.strictObject({
  outcome: z.enum(['paid', 'declined'], { error: 'invalid_choice' }).default('paid'),
})
export type DemoPaymentCreate = z.output<typeof demoPaymentCreate>

/** The checkout that was made and paid; its notification comes as any other does. */
export const demoPayment = z.object({ checkout_id: z.string() })
export type DemoPayment = z.output<typeof demoPayment>
