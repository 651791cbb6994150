import type { Endpoints } from '../core/api/endpoint'
import { importMapping } from './import'
import { jobDetail, jobListQuery, jobPage, jobRowPage, jobRowsQuery, jobRunQuery, copyList } from './schema'

export const jobApi = {
  'GET /jobs': { permission: 'jobs.read', query: jobListQuery, response: jobPage },
  'GET /jobs/copies': { isForPeopleOnly: true, permission: 'jobs.read', response: copyList },
  'GET /jobs/[id]': { permission: 'jobs.read', response: jobDetail },
  'POST /jobs/[id]/cancel': { permission: 'jobs.read', response: jobDetail },
  'POST /jobs/[id]/mapping': { permission: 'jobs.read', body: importMapping, response: jobDetail },
  'POST /jobs/[id]/repeat': { permission: 'jobs.read', response: jobDetail },
  'POST /jobs/[id]/retry': { permission: 'jobs.read', response: jobDetail },
  'GET /jobs/[id]/rows': { permission: 'jobs.read', query: jobRowsQuery, response: jobRowPage },
  'POST /jobs/[id]/run': {
    permission: 'jobs.read',
    isBoundToDecimals: true,
    query: jobRunQuery,
    response: jobDetail,
  },
  'POST /jobs/[id]/undo': { permission: 'jobs.read', response: jobDetail },
} satisfies Endpoints

export type JobApi = typeof jobApi
