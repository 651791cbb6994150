/** For how long customers without activity are kept, on our own API. */
import { z } from 'zod'

/** In months. */
export const retentionBounds = { min: 1, max: 120 } as const

const months = z
  .number({ error: 'not_a_number' })
  .int('not_a_number')
  .min(retentionBounds.min)
  .max(retentionBounds.max)

/** Null: nobody is ever anonymised. */
export const retention = z.object({ months: z.int().nullable() })
export type Retention = z.output<typeof retention>

export const retentionEffectQuery = z.strictObject({
  months: z.preprocess((given) => (typeof given === 'string' ? Number(given) : given), months),
})

/** How many customers would be anonymised now, those that are joined as one; exact up to 10,000. */
export const retentionEffect = z.object({ total: z.int(), total_exact: z.boolean() })
export type RetentionEffect = z.output<typeof retentionEffect>

/** What somebody wants, before they are told whom it concerns. */
export const retentionWish = z
  .strictObject({ enabled: z.boolean(), months: months.optional() })
  .refine((wish) => !wish.enabled || wish.months !== undefined, { path: ['months'], error: 'required' })

/** `expected`: the `total` that who says so was shown, which must not be exceeded. */
export const retentionChange = z.discriminatedUnion('enabled', [
  z.strictObject({ enabled: z.literal(false) }),
  z.strictObject({
    enabled: z.literal(true),
    months,
    expected: z.number({ error: 'not_a_number' }).int().min(0),
  }),
])
export type RetentionChange = z.output<typeof retentionChange>
