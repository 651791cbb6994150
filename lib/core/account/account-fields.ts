import { z } from 'zod'
import { isStorable } from '../../gateway/values/storable'
import { isLine, wholeNumber } from '../../gateway/values/schemas'
import { normalEmail } from './account-email'

/** No dot at an end of a part, and no two in a row: mail servers refuse them. */
const plausible = /^[^\s@.]+(?:\.[^\s@.]+)*@[^\s@.]+(?:\.[^\s@.]+)*$/

/**
 * An e-mail address that an account gets. Hosts without a dot and letters of all scripts are fine: an installation may
 * mail nothing. Fields that name an existing account accept more: it may be older than this rule.
 */
export const newAccountEmail = z
  .string({ error: 'required' })
  .overwrite(normalEmail)
  .min(1, 'blank')
  .max(254, 'too_long')
  .refine((text) => text === '' || plausible.test(text), 'invalid_email')
  .refine(isStorable, 'invalid')

/** A person's name. One line, because it appears in mails. */
export const personName = z
  .string({ error: 'required' })
  .trim()
  .min(1, 'blank')
  .max(100, 'too_long')
  .refine(isLine, 'not_a_line')

/** The token of a link that was mailed or handed over, as the page behind it sends it. */
export const linkToken = z.string({ error: 'required' }).min(1, 'blank').max(100, 'too_long')

/** Days that people have to add a second factor once it is needed. */
export const graceDays = wholeNumber.pipe(z.int().min(0, 'too_small').max(90, 'too_big'))
