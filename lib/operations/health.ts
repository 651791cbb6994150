/** Answers about the health of a process (docs/operations.md). */
import { z } from 'zod'

export const liveAnswer = z.object({ status: z.literal('live') })

/** `replica`: why it does not answer reads. The primary does. */
export const readyAnswer = z.object({
  status: z.literal('ready'),
  replica: z.enum(['behind', 'unreachable', 'failing', 'foreign']).optional(),
})
export type ReadyAnswer = z.output<typeof readyAnswer>

/** `missing`: what notifications cannot be stored without. */
export const notReadyAnswer = z.object({
  status: z.enum(['starting', 'ending', 'unavailable']),
  missing: z.array(z.enum(['database', 'disk'])).optional(),
})
export type NotReadyAnswer = z.output<typeof notReadyAnswer>
