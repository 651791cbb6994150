import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import type { PageDefaults } from '../../core/page-defaults'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext, ShopContext } from '../../core/server/context'
import type { Database } from '../../db/database'
import type { PageDefaultChange, PageDefaultSettings } from '../page-defaults'
import { loadRow, requireVersion, update, type Row } from './connection'
import { readLastChange } from './last-change'

const action = 'page_defaults.changed'

export const readPageDefaults = async (context: ShopContext): Promise<PageDefaultSettings> =>
  describe(context.engine.db, context, await loadRow(context.engine.db, context.shop.id))

const describe = async (
  db: Database,
  context: ShopContext,
  { version, pageDefaults }: Row,
): Promise<PageDefaultSettings> => ({
  version,
  defaults: pageDefaults,
  changed: await readLastChange(db, context, action),
})

/**
 * Replaces the payment page defaults, and records a change. Checkouts and products that exist stay as they are.
 * @throws AppError `conflict`
 */
export async function changePageDefaults(
  context: ActorContext,
  { version, defaults }: PageDefaultChange,
): Promise<PageDefaultSettings> {
  const { engine, shop } = context
  // No fields chosen: as if none were named.
  const pageDefaults = Object.fromEntries(
    Object.entries(defaults).filter(([, value]) => value !== undefined && value.length > 0),
  ) as PageDefaults
  return engine.db.transaction(async (tx) => {
    const before = await loadRow(tx, shop.id, { locks: true })
    requireVersion(before, version)
    if (isDeepStrictEqual(before.pageDefaults, pageDefaults)) return describe(tx, context, before)
    const after = await update(tx, before, { pageDefaults })
    await recordActivity(tx, context, { action, detail: { from: before.pageDefaults, to: pageDefaults } })
    return describe(tx, context, after)
  })
}
