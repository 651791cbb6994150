import { wholeNumber } from '../gateway/values'

/** Days that people have to add a second factor once it is needed. */
export const graceDays = wholeNumber
  .refine((days) => days >= 0, 'too_small')
  .refine((days) => days <= 90, 'too_big')
