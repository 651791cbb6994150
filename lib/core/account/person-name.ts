import { z } from 'zod'
import { isLine } from '../../gateway/values/schemas'

/** A person's name. One line, because it appears in mails. */
export const personName = z
  .string({ error: 'required' })
  .trim()
  .min(1, 'blank')
  .max(100, 'too_long')
  .refine(isLine, 'not_a_line')
