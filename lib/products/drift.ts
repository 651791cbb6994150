import { z } from 'zod'
import { fieldValue } from './schema'

/**
 * `theirs` stores the gateway's values as ours. `ours` sends our last values again. `seen` holds, by field, the
 * gateway's value at the time of the decision. If one differs now, the answer is `conflict`. Other fields stay
 * undecided.
 */
export const driftDecision = z.strictObject({
  keep: z.enum(['theirs', 'ours'], { error: 'invalid_choice' }),
  seen: z
    .record(z.string(), fieldValue, { error: 'required' })
    .refine((seen) => Object.keys(seen).length > 0, 'required'),
})
export type DriftDecision = z.output<typeof driftDecision>
