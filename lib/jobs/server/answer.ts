import 'server-only'
import { and, eq, type SQL, sql, desc, inArray, isNull } from 'drizzle-orm'
import { may, rightsKey, roles } from '../../core/permissions'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { keysetPage } from '../../core/server/lists/keyset'
import { maskFreeText } from '../../core/server/search/contacts-in-text'
import { countRows } from '../../core/server/lists/total'
import { qualified } from '../../core/server/sql'
import { users, memberships } from '../../core/server/tables/users'
import { refusals } from '../refusals'
import type { JobCounts, JobDetail, JobKindName, JobListQuery, JobPage, ShownCopy, CopyList } from '../schema'
import { holdsPeople, jobPermissions } from '../permissions'
import { countsOf } from './counts'
import { whereSeenBy, whereJob, whereMaybeCreated, whereRowOf, keyOf, plannedSinceOf } from './load'
import { readingMarks, rowsPerSecond } from './pace'
import { jobRows, jobs, type Job, type StoredCounts } from './tables'
import { otherShopOf } from '../../core/server/auth/other-shop'
import { storedCopy } from '../../products/copy'

const hasEnded = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'done' || state === 'cancelled' || state === 'failed'

/** Whether a job is over and has changed something. Rows in flight have to be settled first: an undo would miss them. */
export const isUndoable = (job: Pick<Job, 'state'>, { changed, sending }: StoredCounts): boolean =>
  hasEnded(job) && changed > 0 && sending === 0

/** @throws AppError `not_found`, also if the actor may not see the job. */
export async function readJob(context: ActorContext, id: string): Promise<JobDetail> {
  const [found] = await withOthers(context).where(and(whereJob(keyOf(context, id)), whereSeenBy(context)))
  if (!found) throw new AppError('not_found')
  return toDetail(context, found)
}

export async function listJobs(context: ActorContext, query: JobListQuery): Promise<JobPage> {
  const { engine, shop, actor } = context
  const keyset = keysetPage(
    {
      expression: sql`${jobs.createdAt}`,
      id: sql`${jobs.id}::text`,
      type: 'timestamptz',
      isDescending: true,
    },
    { ...query, sort: '-created_at' },
  )
  const where = and(eq(jobs.shopId, shop.id), whereSeenBy(context)) as SQL
  const rows = await withOthers(context)
    .where(and(where, keyset.after))
    .orderBy(keyset.orderBy)
    .limit(keyset.take)
  const total = await countRows(engine.db, jobs, where, {
    key: JSON.stringify(['jobs', shop.id, rightsKey(actor)]),
  })
  const { rows: shown, ...cursors } = keyset.page(rows)
  const items = await Promise.all(shown.map((one) => toDetail(context, one)))
  return { items, ...cursors, ...total, synced_at: null }
}

/**
 * Leaves out an undo that cannot be run: one that ended before it began, and changed nothing, and one that was given up
 * (refusals.ts). Another one skips what that one has put back.
 */
const whereUndoing = (job: SQL) => sql`((${job}.started_at IS NOT NULL OR ${job}.finished_at IS NULL)
  AND NOT (${job}.state = 'failed' AND ${job}.failure = ANY(${sql.param([...refusals])}::text[])))`

/** Selects jobs with their creators and related jobs, in one statement for any number. */
const withOthers = ({ engine }: ShopContext) =>
  engine.db
    .select({
      job: jobs,
      createdBy: users.name,
      cursor_value: sql<string>`${jobs.createdAt}::text`,
      cursor_id: sql<string>`${jobs.id}::text`,
      undoneBy: sql<
        string | null
      >`(SELECT other.id FROM ${jobs} other WHERE other.shop_id = ${qualified(jobs.shopId)}
        AND other.undoes = ${qualified(jobs.id)} AND ${whereUndoing(sql`other`)} LIMIT 1)`,
      // The job that sends before this one (lease.ts).
      behind: sql<
        string | null
      >`CASE WHEN ${qualified(jobs.state)} = 'running' THEN (SELECT other.id FROM ${jobs} other
        WHERE other.shop_id = ${qualified(jobs.shopId)} AND other.state IN ('running', 'cancelling')
          AND (other.started_at, other.id) < (${qualified(jobs.startedAt)}, ${qualified(jobs.id)})
        ORDER BY other.started_at, other.id LIMIT 1) END`,
    })
    .from(jobs)
    .leftJoin(users, eq(users.id, jobs.createdBy))

type Found = Awaited<ReturnType<typeof withOthers>>[number]

async function toDetail(context: ActorContext, found: Found): Promise<JobDetail> {
  const { job, createdBy, undoneBy, behind } = found
  const { changed, ...counts } = await countsOf(context.engine.db, job)
  const isMoving = job.state === 'running' || job.state === 'planning'
  // Without a reason it only waits for a sync, which is not shown.
  const waits = isMoving && job.waitingFor ? job.waitingUntil : null
  return {
    id: job.id,
    kind: job.kind as JobKindName,
    state: job.state,
    counts,
    pace: waits || behind ? null : paceOf(job, counts),
    order: await shownOrder(context, job),
    failure: job.failure,
    waiting_until: waits?.toISOString() ?? null,
    waiting_for: waits ? job.waitingFor : null,
    waiting_behind: behind,
    undoes: job.undoes,
    undone_by: undoneBy,
    undoable: isUndoable(job, { ...counts, changed }) && undoneBy === null,
    changed,
    may_exist: await mayExist(context, job, counts),
    created_at: job.createdAt.toISOString(),
    created_by: createdBy,
    planned_since: plannedSinceOf(job).toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    finished_at: job.finishedAt?.toISOString() ?? null,
  }
}

/** Counts the rows that may have created something. */
const mayExist = async ({ engine }: ActorContext, job: Job, { unconfirmed }: JobCounts): Promise<number> =>
  unconfirmed === 0 ? 0 : engine.db.$count(jobRows, and(whereRowOf(job), whereMaybeCreated))

function paceOf(job: Job, { total }: JobCounts): number | null {
  const now = Date.now()
  return rowsPerSecond(job.state === 'reading' ? readingMarks(job, total, now) : job.marks, now)
}

export async function undoingJob(
  db: ShopContext['engine']['db'],
  { shopId, id }: Pick<Job, 'shopId' | 'id'>,
): Promise<string | null> {
  const [row] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.shopId, shopId), eq(jobs.undoes, id), whereUndoing(sql`${jobs}`)))
    .limit(1)
  return row?.id ?? null
}

/**
 * Returns a job's order as the person may see it: a copy names the other shop only to its members, and says nothing if
 * it cannot be read. For a file with personal data, API tokens without the scope see no cells.
 */
async function shownOrder(
  { engine, actor }: ActorContext,
  { kind, order }: Job,
): Promise<Record<string, unknown>> {
  if (kind !== 'products.copy') return may(actor, 'personal_data.read') ? order : maskedFile(kind, order)
  const { data: copy } = storedCopy.safeParse(order)
  if (!copy) return { from: null, selection: null, match: null } satisfies ShownCopy
  const { from, selection, match } = copy
  const found = await otherShopOf(engine.db, actor, from)
  if (!found) return { from: null, selection: null, match } satisfies ShownCopy
  const { id, name, mode } = found.shop
  return { from: { id, name, mode }, selection, match } satisfies ShownCopy
}

/**
 * The order of an import with contacts and card numbers masked: a file may be named after a person, and its first row
 * may be data. For a file with personal data no cells are shown.
 */
function maskedFile(kind: string, { name, header, ...order }: Record<string, unknown>) {
  const { example: _, ...withoutExample } = order
  return {
    ...(holdsPeople(kind) ? { ...withoutExample, sample: [] } : order),
    ...(typeof name === 'string' && { name: maskFreeText(name) }),
    ...(Array.isArray(header) && { header: header.map((cell) => maskFreeText(String(cell))) }),
  }
}

const shown = 5
const seeing = roles.filter(
  (role) => may({ role }, 'jobs.read') && may({ role }, jobPermissions['products.copy'].order),
)

/** Returns the last copies of this shop's products into other shops where the person may see the jobs. */
export async function listCopies(context: ActorContext): Promise<CopyList> {
  const { engine, shop, actor } = context
  const rows = await engine.db
    .select({ shopId: jobs.shopId, id: jobs.id })
    .from(jobs)
    .innerJoin(memberships, eq(memberships.shopId, jobs.shopId))
    .where(
      and(
        eq(memberships.userId, actor.userId),
        isNull(memberships.disabledAt),
        inArray(memberships.role, seeing),
        eq(jobs.kind, 'products.copy'),
        isNull(jobs.undoes),
        sql`${jobs.order}->>'from' = ${shop.id}`,
      ),
    )
    .orderBy(desc(jobs.createdAt))
    .limit(shown)
  const items = await Promise.all(
    rows.map(async ({ shopId, id }) => {
      const found = await otherShopOf(engine.db, actor, shopId)
      if (!found) return []
      const { shop: to, rights } = found
      const job = await readJob({ ...context, shop: to, actor: { ...actor, ...rights } }, id)
      return [{ to: { id: to.id, name: to.name, mode: to.mode }, job }]
    }),
  )
  return { items: items.flat() }
}
