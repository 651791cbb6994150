/** How many masked values one person may reveal in an hour, on our own API. */
import { z } from 'zod'
import { wholeNumber } from '../gateway/values/schemas'

const perHour = wholeNumber.pipe(z.int().min(1, 'too_small').max(10_000, 'too_big'))

export const revealLimit = z.object({ version: z.int(), per_hour: z.int() })
export type RevealLimit = z.output<typeof revealLimit>

export const revealLimitForm = z.strictObject({ per_hour: perHour })

/** Refused if someone changed the shop since `version`. */
export const revealLimitChange = revealLimitForm.extend({ version: z.int() })
export type RevealLimitChange = z.output<typeof revealLimitChange>
