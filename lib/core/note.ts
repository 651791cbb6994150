/** A note that colleagues read. */
import { z } from 'zod'
import { isStorable } from '../gateway/values/storable'

export const noteBody = z.strictObject({
  text: z
    .string({ error: 'required' })
    .trim()
    .min(1, 'blank')
    .max(5_000, 'too_long')
    .refine(isStorable, 'invalid'),
})
export type NoteBody = z.output<typeof noteBody>
