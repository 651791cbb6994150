import { z } from 'zod'

/** Notifications that arrived and are not processed yet, if the oldest waits for seconds. */
export const behind = z
  .object({ notifications: z.int(), exact: z.boolean(), since: z.iso.datetime() })
  .nullable()
export type Behind = z.output<typeof behind>
