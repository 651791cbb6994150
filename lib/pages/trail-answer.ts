import { createLoader } from 'nuqs/server'
import type { z } from 'zod'
import { trailParam } from '@/components/data-table/cursor-trail'
import type { Answer, SearchParams } from './prefetched'

const loadTrail = createLoader(trailParam)

/**
 * Answers the query for the page to which the cursors in the address lead: `answerAt` gets the last one. Leaves it to the
 * browser, which shows the refusal, if that is no cursor by `schema`.
 */
export const trailAnswer =
  (
    searchParams: SearchParams,
    schema: z.ZodType<string | undefined>,
    answerAt: (cursor: string | undefined) => Answer,
  ): Answer =>
  async (client) => {
    const { cursors } = await loadTrail(searchParams)
    const cursor = schema.safeParse(cursors.at(-1))
    if (cursor.success) await answerAt(cursor.data)(client)
  }
