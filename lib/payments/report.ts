/** The report of what was paid, refunded and charged back, on our own API. */
import { z } from 'zod'
import { csvQuery } from '../core/lists/csv-export'
import { day, timeZone } from '../core/lists/list'
import { isPeriod } from '../overview/choices'
import { behind, counting } from './list'
import { reportSteps } from './report-steps'

/**
 * Days are those of `zone` (default: the shop's, else UTC), both included; at most two years of them. Default: today
 * and the 29 days before.
 */
export const paymentReportQuery = z
  .strictObject({
    from: day.optional(),
    to: day.optional(),
    zone: timeZone.optional(),
    by: z.enum(reportSteps, { error: 'invalid_choice' }).default('day'),
  })
  .superRefine(({ from, to }, context) => {
    const complain = (field: 'from' | 'to', message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (from === undefined && to === undefined) return
    if (from === undefined) complain('from', 'required')
    else if (to === undefined) complain('to', 'required')
    else if (!isPeriod(from, to)) complain('to', 'invalid')
  })
export type PaymentReportQuery = z.output<typeof paymentReportQuery>

/** Amounts are in minor units, as text, because a sum may be more than a number holds. `net`: paid less what went back. */
const sums = z.object({
  payments: z.int(),
  paid: z.string(),
  failed: z.int(),
  refunds: z.int(),
  refunded: z.string(),
  chargebacks: z.int(),
  charged_back: z.string(),
  net: z.string(),
})
export type ReportSums = z.output<typeof sums>

/** The part of a day, a week from Monday or a month that is in the period. Calendar days, both included. */
const row = sums.extend({
  from: z.string(),
  to: z.string(),
  first_at: z.iso.datetime().nullable(),
  last_at: z.iso.datetime().nullable(),
})
export type ReportRow = z.output<typeof row>

/**
 * One part for each currency, most payments first. Leaves out days, weeks and months without any. Payments, refunds and
 * chargebacks count when they happened, so a refund may be in a later row than its payment. `tests`: payments with test
 * cards in a live shop, which count nowhere else. `from_statements`: how much of what was paid rests on the provider's
 * statement alone. `fees`: what the provider kept, as statements say, of their rows with days in the period; of a
 * transaction in several statements, as the last one says. `first_at`, `last_at`: when the first and the last payment
 * of the row, and of the period, was made; null: there is no payment.
 */
export const paymentReport = z.object({
  zone: z.string(),
  from: z.string(),
  to: z.string(),
  by: z.enum(reportSteps),
  currencies: z.array(
    z.object({
      currency: z.string(),
      rows: z.array(row),
      total: sums,
      first_at: z.iso.datetime().nullable(),
      last_at: z.iso.datetime().nullable(),
    }),
  ),
  tests: z.array(z.object({ currency: z.string(), payments: z.int(), paid: z.string() })),
  from_statements: z.array(z.object({ currency: z.string(), payments: z.int(), paid: z.string() })),
  fees: z.array(z.object({ currency: z.string(), rows: z.int(), amount: z.string() })),
  counting,
  behind,
})
export type PaymentReport = z.output<typeof paymentReport>

/**
 * Columns of the CSV file. Amounts are in major units. `test`: in a live shop, the lines of test cards, one for each
 * currency and the whole period, which are in no other line. They need the column. In other shops every line is `true`.
 */
export const paymentReportColumns = [
  'currency', 'from', 'to', 'payments', 'paid', 'failed', 'refunds', 'refunded', 'chargebacks', 'charged_back', 'net',
  'first_at', 'last_at', 'test',
] as const // prettier-ignore
export type PaymentReportColumn = (typeof paymentReportColumns)[number]

/** Leaves out `test`, and with it the lines of tests, so that a sum of all lines is of real payments only. */
const usualColumns = paymentReportColumns.filter((column) => column !== 'test')

/** The report's query, plus `csvOptions`. */
export const paymentReportExportQuery = csvQuery(paymentReportColumns, paymentReportQuery, usualColumns)
export type PaymentReportExport = z.output<typeof paymentReportExportQuery>
