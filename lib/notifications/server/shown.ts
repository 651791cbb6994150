import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { ActorContext } from '../../core/server/context'
import { blankings, type notifications } from './tables'
import { shownBody } from './blanking'

type Row = typeof notifications.$inferSelect

/** A notification without the people of a blanking that has not come to its body yet. */
export async function shownRow<Shown extends Row>(
  { engine }: Pick<ActorContext, 'engine'>,
  row: Shown,
): Promise<Shown> {
  if (row.blankingId === null) return row
  const [found] = await engine.db
    .select({ names: blankings.names })
    .from(blankings)
    .where(and(eq(blankings.shopId, row.shopId), eq(blankings.id, row.blankingId)))
  return { ...row, body: shownBody(row.body, found?.names ?? null) }
}
