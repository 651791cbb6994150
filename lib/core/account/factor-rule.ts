import { z } from 'zod'
import { wholeNumber } from '../../gateway/values/schemas'

/** Days that people have to add a second factor once it is needed. */
export const graceDays = wholeNumber.pipe(z.int().min(0, 'too_small').max(90, 'too_big'))
