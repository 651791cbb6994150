import 'server-only'
import { and, eq, isNull } from 'drizzle-orm'
import { may } from '../../core/permissions'
import { actorOfToken } from '../../core/server/api-tokens/load'
import { factorColumnsOfPerson, requireFactor } from '../../core/server/auth/requirements'
import type { Actor, ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { factorDueIn, loadShop } from '../../core/server/shop/load'
import { apiTokens } from '../../core/server/tables/api-tokens'
import { shops } from '../../core/server/tables/shops'
import { memberships, users } from '../../core/server/tables/users'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'
import { jobPermissions } from '../permissions'
import type { JobKindName } from '../schema'
import type { Job } from './tables'

type JobContext = Omit<ActorContext, 'log'>

/**
 * Returns who works on a job. If they may not go on (`refusal`), the context has no rights: it only serves to find out what
 * became of rows in flight, so that other people can undo the job.
 * @throws AppError as {@link contextOf}, if nothing can be in flight or the shop is archived
 */
export async function accessOf(
  engine: Engine,
  job: Job,
): Promise<{ context: JobContext; refusal: AppError | null }> {
  try {
    return { context: await contextOf(engine, job), refusal: null }
  } catch (error) {
    const context =
      error instanceof AppError && job.state !== 'planning' ? await senderContext(engine, job) : null
    if (!context) throw error
    return { context, refusal: error as AppError }
  }
}

/** Returns a context without rights of who sent the rows of a job; null if its shop is gone or archived. */
async function senderContext(engine: Engine, job: Job): Promise<JobContext | null> {
  const shop = await loadShop(engine.db, job.shopId)
  if (!shop || shop.archivedAt) return null
  const { apiToken, shopId } = job
  const [token] =
    apiToken === null
      ? []
      : await engine.db
          .select({ userId: apiTokens.userId })
          .from(apiTokens)
          .where(and(eq(apiTokens.shopId, shopId), eq(apiTokens.id, apiToken)))
  const [sender] = await engine.db
    .select({ userId: users.id, email: users.email, name: users.name })
    .from(users)
    .where(eq(users.id, token?.userId ?? job.createdBy))
  if (!sender) return null
  return { engine, shop, actor: { ...sender, ...noRights, ...(apiToken !== null && { apiToken }) } }
}

const noRights = { role: 'viewer', scopes: [] } as const

/**
 * Returns a context with the current rights of the person who ordered the job, or of the API token, with its scopes and
 * only while it is valid.
 * @throws AppError `forbidden`, `shop_archived`, `factor_needed`, `token_revoked`, `token_expired`
 */
async function contextOf(engine: Engine, job: Job): Promise<JobContext> {
  const { shopId, apiToken } = job
  const shop = await loadShop(engine.db, shopId)
  const actor =
    apiToken === null
      ? await personOf(engine.db, job)
      : await actorOfToken(engine.db, { shopId, id: apiToken })
  const { order } = jobPermissions[job.kind as JobKindName]
  if (!shop || !actor || !may(actor, order)) throw new AppError('forbidden')
  // Its gateway is not called. Taken back, the job can continue.
  if (shop.archivedAt) throw new AppError('shop_archived')
  return { engine, shop, actor }
}

async function personOf(db: Database, { shopId, createdBy }: Job): Promise<Actor | undefined> {
  const [person] = await db
    .select({
      userId: users.id,
      email: users.email,
      name: users.name,
      role: memberships.role,
      allowances: memberships.allowances,
      ...factorColumnsOfPerson(),
      dueInShop: factorDueIn,
    })
    .from(users)
    .innerJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.shopId, shopId)))
    .innerJoin(shops, eq(shops.id, memberships.shopId))
    .where(and(eq(users.id, createdBy), isNull(users.disabledAt), isNull(memberships.disabledAt)))
  if (!person) return undefined
  const { dueInShop, ...actor } = person
  requireFactor(actor, dueInShop)
  return actor
}
