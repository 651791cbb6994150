import 'server-only'
import { and, eq, isNotNull, lt, not, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import type { Engine } from '../../../db/engine'
import { prepared } from '../../../db/connection/prepared'
import type { ShopContext } from '../context'
import { syncs } from '../tables/mirrors'
import type { Resource } from './mirror'
import { secondsFromNow, whereLeaseOver } from '../sql'

/** A process that dies during a sync holds the lease no longer than this. */
const leaseSeconds = 60
/** A sync renews its lease this often. */
const renewMs = 10_000

const leaseEndsAt = secondsFromNow(leaseSeconds)
const whereShop = (shopId: string, resource: Resource) =>
  and(eq(syncs.shopId, shopId), eq(syncs.resource, resource))

/** `isArchived`: whether the shop is, so that the gateway may not be asked. */
export type LastSync = {
  syncedAt: Date | null
  failedAt: Date | null
  isRunning: boolean
  isArchived: boolean
}

/** Returns when the mirror was last complete (null: never), when a sync failed since, and whether one is running. */
export async function lastSync({ engine, shop }: ShopContext, resource: Resource): Promise<LastSync> {
  const [row] = await syncOf(engine.db).execute({ shop: shop.id, resource })
  const isArchived = shop.archivedAt !== null
  return { syncedAt: null, failedAt: null, isRunning: false, ...row, isArchived }
}

const syncOf = prepared((db) => {
  const running = not(whereLeaseOver(syncs.leaseEndsAt)) as SQL<boolean>
  return db
    .select({ syncedAt: syncs.syncedAt, failedAt: syncs.failedAt, isRunning: running })
    .from(syncs)
    .where(and(eq(syncs.shopId, sql.placeholder('shop')), eq(syncs.resource, sql.placeholder('resource'))))
    .prepare('sync_of_shop')
})

/** Requests another sync after the running one. Returns false if none is running. */
export async function requestAnotherSync(
  { engine, shop }: ShopContext,
  resource: Resource,
): Promise<boolean> {
  const running = await engine.db
    .update(syncs)
    .set({ wantedAt: new Date() })
    .where(and(whereShop(shop.id, resource), not(whereLeaseOver(syncs.leaseEndsAt))))
    .returning({ shopId: syncs.shopId })
  return running.length > 0
}

/**
 * Releases the leases of a process that was killed. An embedded engine has one process, so what was taken before this one
 * started is not in use.
 */
export async function releaseLeftBehind({ db, isEmbedded }: Engine): Promise<void> {
  if (!isEmbedded) return
  const processStart = new Date(performance.timeOrigin)
  await db.update(syncs).set({ leaseEndsAt: null }).where(lt(syncs.startedAt, processStart))
}

/** The lease expired and another process may have it: this one must stop writing. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** The right to sync. Across all instances, one process has it at a time. */
export class Lease {
  private renewedAt = performance.now()

  private constructor(
    readonly startedAt: Date,
    private readonly db: Database,
    private readonly mine: SQL | undefined,
  ) {}

  static async take({ engine, shop }: ShopContext, resource: Resource): Promise<Lease | null> {
    const startedAt = new Date()
    const [taken] = await engine.db
      .insert(syncs)
      .values({ shopId: shop.id, resource, startedAt, leaseEndsAt })
      .onConflictDoUpdate({
        target: [syncs.shopId, syncs.resource],
        // What was requested before has begun.
        set: { startedAt, leaseEndsAt, wantedAt: null },
        setWhere: whereLeaseOver(syncs.leaseEndsAt),
      })
      .returning({ shopId: syncs.shopId })
    // Excludes a released lease, because a renewal may arrive after the release.
    const whereMine = and(
      whereShop(shop.id, resource),
      eq(syncs.startedAt, startedAt),
      isNotNull(syncs.leaseEndsAt),
    )
    return taken ? new Lease(startedAt, engine.db, whereMine) : null
  }

  /** Renews the lease. In a transaction, no one else can take it before that ends. @throws LeaseLost */
  async keep(tx: Database): Promise<void> {
    await this.update(tx, { leaseEndsAt })
    this.renewedAt = performance.now()
  }

  /** Renews the lease until the returned function is called, however slow the list is. */
  keepMeanwhile(): () => void {
    // The next write reports a lost lease or a failed renewal.
    const timer = setInterval(() => void this.keep(this.db).catch(() => {}), renewMs)
    return () => clearInterval(timer)
  }

  /** Renews the lease if the last renewal is more than `renewMs` ago. @throws LeaseLost */
  async keepAlive(): Promise<void> {
    if (performance.now() - this.renewedAt > renewMs) await this.keep(this.db)
  }

  /**
   * Marks the mirror as complete since the start of the sync, and releases the lease. Returns whether another sync was
   * requested. @throws LeaseLost
   */
  async complete(): Promise<boolean> {
    const { startedAt } = this
    const done = { leaseEndsAt: null, syncedAt: startedAt, failedAt: null, failure: null }
    const { wantedAt } = await this.update(this.db, done)
    return wantedAt !== null
  }

  /** Stores the failure and releases the lease. Does nothing if another process has it. */
  async fail(failure: string): Promise<void> {
    await this.db.update(syncs).set({ leaseEndsAt: null, failedAt: new Date(), failure }).where(this.mine)
  }

  private async update(
    tx: Database,
    values: Parameters<ReturnType<typeof tx.update<typeof syncs>>['set']>[0],
  ) {
    const [row] = await tx.update(syncs).set(values).where(this.mine).returning({ wantedAt: syncs.wantedAt })
    if (!row) throw new LeaseLost('another process syncs')
    return row
  }
}
