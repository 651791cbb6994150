import { z } from 'zod'

/** Who changed settings last, and when; null: nobody did. `by` null: the installation itself. */
export const lastChange = z.object({ at: z.iso.datetime(), by: z.string().nullable() }).nullable()
export type LastChange = z.output<typeof lastChange>
