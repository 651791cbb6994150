import { z } from 'zod'
import { day, timeZone } from '../core/lists/list'
import { behind, counting } from '../payments/list'
import { firstStepNames, isPeriod, statisticsPeriods, statisticsSteps, stepProblems } from './choices'

/**
 * Query of the overview. Days are those of `zone` (default: the shop's, else UTC), both included: `days7` is today and
 * the six days before; `month` is this month up to today; `from` and `to` belong to `custom`. `currency` defaults to
 * the one with the most payments. A `step` that does not suit the period is ignored.
 */
export const statisticsQuery = z
  .strictObject({
    period: z.enum(statisticsPeriods, { error: 'invalid_choice' }).default('days30'),
    from: day.optional(),
    to: day.optional(),
    zone: timeZone.optional(),
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

/** Amounts of ±9007199254740991 mean that or more (lib/core/format/money.ts). The report has exact sums. */
const sums = {
  /** Minor units, before refunds and chargebacks. */
  paid: z.int(),
  payments: z.int(),
  failed: z.int(),
}

const figures = z.object({
  ...sums,
  /** Share of successful payments among those that succeeded or failed; null if there are none. */
  success_rate: z.number().nullable(),
  /** `paid` divided by `payments`, in whole minor units; null if there are none. */
  average: z.int().nullable(),
  refunded: z.int(),
  refunds: z.int(),
  charged_back: z.int(),
  chargebacks: z.int(),
  /** `paid` less refunds and chargebacks within the period. */
  net: z.int(),
})
export type Figures = z.output<typeof figures>

/** `value` is '' if unknown. */
const part = z.object({ ...sums, value: z.string() })
export type Part = z.output<typeof part>
/** The largest parts, and the total of all. */
const parts = z.object({ items: z.array(part), total: z.object(sums) })
export type Parts = z.output<typeof parts>

export const statistics = z.object({
  zone: z.string(),
  /** The period; `until` is exclusive. A current period ends with the current quarter of an hour. */
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  /** The previous period: as many days, up to the same time of day. */
  before_from: z.iso.datetime(),
  before_until: z.iso.datetime(),
  days: z.int(),
  step: z.enum(statisticsSteps),
  steps: z.array(z.enum(statisticsSteps)),
  /** Null if the shop has no payments. */
  currency: z.string().nullable(),
  /** Currencies of payments, most payments in the period first. */
  currencies: z.array(z.string()),
  now: figures,
  before: figures,
  /**
   * Parts by `step` to the end of the period's last day, each with the corresponding part of the whole previous period.
   * `before` is null if that period had fewer days.
   */
  series: z.array(
    z.object({
      ...sums,
      at: z.iso.datetime(),
      before: z.object({ ...sums, at: z.iso.datetime() }).nullable(),
    }),
  ),
  reasons: parts,
  brands: parts,
  /** Countries of the issuing banks, alpha-2. */
  countries: parts,
  products: parts.extend({ items: z.array(part.extend({ name: z.string().nullable() })) }),
  counting,
  behind,
})
export type Statistics = z.output<typeof statistics>

/** Unpaid checkouts: created within this many UTC days, at least a day ago. */
export const unpaidDays = 14
export const unpaidStates = ['open', 'pending', 'declined', 'expired'] as const

/** Checkouts unpaid for more than 24 hours. The other fields are the list's query that shows exactly these. */
export const unpaidCheckouts = z.object({
  total: z.int(),
  total_exact: z.boolean(),
  created_from: z.string(),
  created_to: z.string(),
  state: z.array(z.enum(unpaidStates)),
  test: z.boolean().optional(),
})
export type UnpaidCheckouts = z.output<typeof unpaidCheckouts>

export const firstSteps = z.object({
  /** `problem`: what is wrong with a step that is not done. */
  steps: z.array(
    z.object({ name: z.enum(firstStepNames), done: z.boolean(), problem: z.enum(stepProblems).nullable() }),
  ),
  dismissed: z.boolean(),
})
export type FirstSteps = z.output<typeof firstSteps>

export const firstStepsChange = z.strictObject({ dismissed: z.boolean({ error: 'not_a_boolean' }) })
export type FirstStepsChange = z.output<typeof firstStepsChange>

/** The outcome of a payment in the sandbox: paid, or declined by the bank. */
export const demoPaymentCreate = z.strictObject({
  outcome: z.enum(['paid', 'declined'], { error: 'invalid_choice' }).default('paid'),
})
export type DemoPaymentCreate = z.output<typeof demoPaymentCreate>

export const demoPayment = z.object({ checkout_id: z.string() })
export type DemoPayment = z.output<typeof demoPayment>
