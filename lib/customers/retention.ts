import { z } from 'zod'

/** In months. */
export const retentionBounds = { min: 1, max: 120 } as const

const months = z
  .number({ error: 'not_a_number' })
  .int('not_a_number')
  .min(retentionBounds.min)
  .max(retentionBounds.max)

/** `months` null: customers are not anonymised automatically. `version`: of the shop's settings. */
export const retention = z.object({ months: z.int().nullable(), version: z.int() })
export type Retention = z.output<typeof retention>

export const retentionEffectQuery = z.strictObject({
  months: z.preprocess((given) => (typeof given === 'string' ? Number(given) : given), months),
})

/** Number of customers that would be anonymised now. Merged customers count as one. Exact up to 10,000. */
export const retentionEffect = z.object({ total: z.int(), total_exact: z.boolean() })
export type RetentionEffect = z.output<typeof retentionEffect>

export const retentionFormSchema = z
  .strictObject({ enabled: z.boolean(), months: months.optional() })
  .refine((form) => !form.enabled || form.months !== undefined, { path: ['months'], error: 'required' })

/**
 * `expected`: the `total` that the person who confirms was shown. Refused if more customers are due by now, or if someone
 * changed the shop's settings since `version`.
 */
export const retentionChange = z.discriminatedUnion('enabled', [
  z.strictObject({ enabled: z.literal(false), version: z.int() }),
  z.strictObject({
    enabled: z.literal(true),
    version: z.int(),
    months,
    expected: z.number({ error: 'not_a_number' }).int().min(0),
  }),
])
export type RetentionChange = z.output<typeof retentionChange>
