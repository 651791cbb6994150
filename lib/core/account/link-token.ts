import { z } from 'zod'

/** The token of a link that was mailed or handed over, as the page behind it sends it. */
export const linkToken = z.string({ error: 'required' }).min(1, 'blank').max(100, 'too_long')
