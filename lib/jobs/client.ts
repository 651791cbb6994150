import { queryOptions, keepPreviousData } from '@tanstack/react-query'
import { jobKeys } from '../core/client/keys'
import { queryString } from '../core/client/query-string'
import { shopApi } from '../core/client/shop-api'
import type { ProductApi } from '../products/api'
import type { BulkOrder } from '../products/bulk'
import type { CopyOrder } from '../products/copy'
import type { JobApi } from './api'
import type { ImportMapping } from './import'
import type { JobSubject } from './import-targets'
import type { JobDetail, JobRowState } from './schema'
import { listParams } from '../core/client/list-params'
import { jobList } from './filters'

const call = shopApi<JobApi>()
const callProducts = shopApi<ProductApi>()

type JobRowFilters = { state?: JobRowState; cursor?: string }

/** States in which a job continues on its own. Polled, in case a live event is missed. */
const activeStates: ReadonlySet<JobDetail['state']> = new Set([
  'reading',
  'planning',
  'running',
  'cancelling',
])
const pollMs = 5_000

export const jobDetailOptions = (shop: string, id: string) =>
  queryOptions({
    queryKey: jobKeys.detail(shop, id),
    queryFn: ({ signal }) => call('GET /jobs/[id]', { shop, id, signal }),
    refetchInterval: ({ state }) => (state.data && !activeStates.has(state.data.state) ? false : pollMs),
  })

export const jobRowsOptions = (shop: string, id: string, { state, ...filters }: JobRowFilters) =>
  queryOptions({
    queryKey: jobKeys.rows(shop, id, { state, ...filters }),
    queryFn: ({ signal }) =>
      call('GET /jobs/[id]/rows', { shop, id, query: { ...filters, state: state && [state] }, signal }),
  })

/** Starts the dry run of a bulk change. With `run`, then sends without asking. */
export const orderBulk = (
  shop: string,
  body: Omit<BulkOrder, 'run'> & { run?: boolean },
  idempotencyKey: string,
) => callProducts('POST /products/bulk', { shop, body, idempotencyKey })

/** Starts the dry run of a copy into `shop`. */
export const orderCopy = (shop: string, body: CopyOrder, idempotencyKey: string) =>
  callProducts('POST /products/copy', { shop, body, idempotencyKey })

/** Starts a job, or resumes one. `plannedSince`: of the dry run that the person saw. */
export const runJob = (shop: string, id: string, plannedSince: string) =>
  call('POST /jobs/[id]/run', { shop, id, query: { planned_since: plannedSince } })

export type JobVerb = 'cancel' | 'retry' | 'repeat' | 'undo'

/** Returns the job; for `undo`, the new job. */
export const controlJob = (shop: string, id: string, verb: JobVerb) =>
  call(`POST /jobs/[id]/${verb}`, { shop, id })

/** Changes an import's columns or its handling of duplicates, and restarts the dry run. */
export const mapImport = (shop: string, id: string, body: ImportMapping) =>
  call('POST /jobs/[id]/mapping', { shop, id, body })

/** POST the file's bytes to this address. */
export const importAddress = (shop: string, of: JobSubject, name: string) =>
  `/api/shops/${encodeURIComponent(shop)}/${of}/import${queryString({ name })}`
export const reportAddress = (shop: string, id: string) =>
  `/api/shops/${encodeURIComponent(shop)}/jobs/${encodeURIComponent(id)}/report`

export const jobListOptions = (shop: string, cursor: string | undefined) =>
  queryOptions({
    queryKey: jobKeys.list(shop, cursor),
    queryFn: ({ signal }) => call('GET /jobs', { shop, query: { cursor }, signal }),
    placeholderData: keepPreviousData,
  })

/** Copies of the shop's products into other shops. Polled while any is running: live events are of this shop only. */
export const copyListOptions = (shop: string) =>
  queryOptions({
    queryKey: jobKeys.copies(shop),
    queryFn: ({ signal }) => call('GET /jobs/copies', { shop, signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ job }) => activeStates.has(job.state)) ? pollMs : false,
  })

export const jobListParams = listParams(jobList)
