/** What becomes of a product that was changed outside this application. */
import { z } from 'zod'
import { fieldValue } from './schema'

/**
 * `theirs`: what the gateway has is what is remembered here from now on. `ours`: what was last sent from here is sent
 * again. `seen`: by field, what the gateway had when somebody decided; where it has something else by now, nothing
 * is done and the answer is a `conflict`. Fields that are not named stay undecided.
 */
export const driftDecision = z.strictObject({
  keep: z.enum(['theirs', 'ours'], { error: 'invalid_choice' }),
  seen: z
    .record(z.string(), fieldValue, { error: 'required' })
    .refine((seen) => Object.keys(seen).length > 0, 'required'),
})
export type DriftDecision = z.output<typeof driftDecision>
