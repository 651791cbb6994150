import 'server-only'
import { and, eq, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { prepared } from '../../../db/prepared'
import type { ShopContext } from '../context'
import { syncs } from '../tables/syncs'
import type { Resource } from './mirror'

/** A process that ends in the middle of a sync holds the lease no longer than this. */
const leaseSeconds = 60
/** A sync renews its lease this often. */
const renewMs = 10_000

const leaseEndsAt = sql`now() + make_interval(secs => ${leaseSeconds})`
const ofShop = (shopId: string, resource: Resource) =>
  and(eq(syncs.shopId, shopId), eq(syncs.resource, resource))

export type LastSync = { syncedAt: Date | null; failedAt: Date | null; isRunning: boolean }

/** When the mirror was last complete (null before the first sync), when a sync failed since, and whether one runs. */
export async function lastSync({ engine, shop }: ShopContext, resource: Resource): Promise<LastSync> {
  const [row] = await syncOf(engine.db).execute({ shop: shop.id, resource })
  return row ?? { syncedAt: null, failedAt: null, isRunning: false }
}

const syncOf = prepared((db) => {
  const isRunning = sql<boolean>`coalesce(${syncs.leaseEndsAt} > now(), false)`
  return db
    .select({ syncedAt: syncs.syncedAt, failedAt: syncs.failedAt, isRunning })
    .from(syncs)
    .where(and(eq(syncs.shopId, sql.placeholder('shop')), eq(syncs.resource, sql.placeholder('resource'))))
    .prepare('sync_of_shop')
})

/** Asks whoever syncs now to sync once more; false where nobody does. */
export async function wantAnother({ engine, shop }: ShopContext, resource: Resource): Promise<boolean> {
  const running = await engine.db
    .update(syncs)
    .set({ wantedAt: new Date() })
    .where(and(ofShop(shop.id, resource), sql`${syncs.leaseEndsAt} > now()`))
    .returning({ shopId: syncs.shopId })
  return running.length > 0
}

/** The lease ran out, and another process may have it: this one must not write any more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** The right to sync, which one process has at a time across all instances. */
export class Lease {
  private renewedAt = performance.now()

  private constructor(
    readonly startedAt: Date,
    private readonly db: Database,
    private readonly mine: SQL | undefined,
  ) {}

  /** Takes the lease, or null where another process has it. */
  static async take({ engine, shop }: ShopContext, resource: Resource): Promise<Lease | null> {
    const startedAt = new Date()
    const [taken] = await engine.db
      .insert(syncs)
      .values({ shopId: shop.id, resource, startedAt, leaseEndsAt })
      .onConflictDoUpdate({
        target: [syncs.shopId, syncs.resource],
        set: { startedAt, leaseEndsAt },
        setWhere: or(isNull(syncs.leaseEndsAt), lt(syncs.leaseEndsAt, sql`now()`)),
      })
      .returning({ shopId: syncs.shopId })
    // Given up, it is nobody's, though a renewal may still be on its way.
    const mine = and(ofShop(shop.id, resource), eq(syncs.startedAt, startedAt), isNotNull(syncs.leaseEndsAt))
    return taken ? new Lease(startedAt, engine.db, mine) : null
  }

  /** Renews it. In a transaction, nobody else gets it before that ends. @throws LeaseLost */
  async keep(tx: Database): Promise<void> {
    await this.update(tx, { leaseEndsAt })
    this.renewedAt = performance.now()
  }

  /** Renews it until the returned function is called, however slowly the list comes. */
  keepMeanwhile(): () => void {
    // Where it is lost, or cannot be renewed, whoever writes next finds out.
    const timer = setInterval(() => void this.keep(this.db).catch(() => {}), renewMs)
    return () => clearInterval(timer)
  }

  /** Renews it where it was not for a while. @throws LeaseLost */
  async keepAlive(): Promise<void> {
    if (performance.now() - this.renewedAt > renewMs) await this.keep(this.db)
  }

  /** The mirror is complete as of the start. True where another sync is wanted. @throws LeaseLost */
  async complete(): Promise<boolean> {
    const { startedAt } = this
    const done = { leaseEndsAt: null, syncedAt: startedAt, failedAt: null, failure: null }
    const { wantedAt } = await this.update(this.db, done)
    return wantedAt !== null && wantedAt >= startedAt
  }

  /** Gives it up; nothing where another process has it. */
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
