import 'server-only'
import { eq } from 'drizzle-orm'
import type { AccountContext } from '../../core/server/context'
import { recordActivity } from '../../core/server/activity/record'
import { AppError } from '../../core/server/errors'
import { forgetAllowedNetworks } from '../../core/server/outgoing'
import { installation } from '../../core/server/tables/installation'
import type { Database } from '../../db/database'
import type { InstallationChange, InstallationSettings } from '../installation'

export const readInstallation = ({ engine }: Pick<AccountContext, 'engine'>): Promise<InstallationSettings> =>
  load(engine.db)

async function load(db: Database, { locks = false } = {}): Promise<InstallationSettings> {
  const query = db.select().from(installation).where(eq(installation.id, 1))
  const [row] = locks ? await query.for('update') : await query
  return { allowed_networks: row?.allowedNetworks ?? [], version: row?.version ?? 1 }
}

/** @throws AppError `conflict` with the current values */
export async function changeInstallation(
  { engine, person }: AccountContext,
  { version, allowed_networks: networks }: InstallationChange,
): Promise<InstallationSettings> {
  const settings = await engine.db.transaction(async (tx) => {
    await tx.insert(installation).values({ id: 1 }).onConflictDoNothing()
    const before = await load(tx, { locks: true })
    if (before.version !== version) throw new AppError('conflict', { current: before })
    await tx
      .update(installation)
      .set({ allowedNetworks: networks, version: version + 1 })
      .where(eq(installation.id, 1))
    const detail = { allowed_networks: { from: before.allowed_networks, to: networks } }
    await recordActivity(tx, { shop: null, actor: person }, { action: 'installation.changed', detail })
    return load(tx)
  })
  forgetAllowedNetworks()
  return settings
}
