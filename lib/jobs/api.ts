import type { Endpoints } from '../core/endpoint'
import { copyList } from './copies'
import { importMapping } from './import'
import { taskDetail, taskListQuery, taskPage, taskRowPage, taskRowsQuery } from './schema'

export const jobApi = {
  'GET /jobs': { permission: 'jobs.read', query: taskListQuery, response: taskPage },
  'GET /jobs/copies': { needsPerson: true, permission: 'jobs.read', response: copyList },
  'GET /jobs/[id]': { permission: 'jobs.read', response: taskDetail },
  'POST /jobs/[id]/cancel': { permission: 'jobs.read', response: taskDetail },
  'POST /jobs/[id]/mapping': { permission: 'jobs.read', body: importMapping, response: taskDetail },
  'POST /jobs/[id]/repeat': { permission: 'jobs.read', response: taskDetail },
  'POST /jobs/[id]/retry': { permission: 'jobs.read', response: taskDetail },
  'GET /jobs/[id]/rows': { permission: 'jobs.read', query: taskRowsQuery, response: taskRowPage },
  'POST /jobs/[id]/run': { permission: 'jobs.read', response: taskDetail },
  'POST /jobs/[id]/undo': { permission: 'jobs.read', response: taskDetail },
} satisfies Endpoints

export type JobApi = typeof jobApi
