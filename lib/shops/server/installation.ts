import 'server-only'
import { eq, sql } from 'drizzle-orm'
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
  return {
    allowed_networks: row?.allowedNetworks ?? [],
    factor_required: row?.factorSince != null,
    factor_grace_days: row?.factorGraceDays ?? 7,
    version: row?.version ?? 1,
  }
}

/** The time to add a second factor begins when it is first needed. */
const columnsOf = (next: InstallationSettings, before: InstallationSettings) => ({
  allowedNetworks: next.allowed_networks,
  factorGraceDays: next.factor_grace_days,
  ...(next.factor_required !== before.factor_required && {
    factorSince: next.factor_required ? sql`now()` : null,
  }),
})

/** @throws AppError `conflict` with the current values */
export async function changeInstallation(
  { engine, person }: AccountContext,
  { version, ...change }: InstallationChange,
): Promise<InstallationSettings> {
  const settings = await engine.db.transaction(async (tx) => {
    await tx.insert(installation).values({ id: 1 }).onConflictDoNothing()
    const before = await load(tx, { locks: true })
    if (before.version !== version) throw new AppError('conflict', { current: before })
    await tx
      .update(installation)
      .set({ ...columnsOf({ ...before, ...change }, before), version: version + 1 })
      .where(eq(installation.id, 1))
    const names = Object.keys(change) as (keyof typeof change)[]
    const detail = Object.fromEntries(names.map((name) => [name, { from: before[name], to: change[name] }]))
    await recordActivity(tx, { shop: null, actor: person }, { action: 'installation.changed', detail })
    return load(tx)
  })
  forgetAllowedNetworks()
  return settings
}
