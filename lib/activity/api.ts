import type { Endpoints } from '../core/api/endpoint'
import { activityListQuery, activityPage, activityPeople } from './schema'

export const activityApi = {
  'GET /activity': {
    permission: 'activity.read',
    isReadFromReplica: true,
    query: activityListQuery,
    response: activityPage,
  },
  'GET /activity/people': { permission: 'activity.read', response: activityPeople },
} satisfies Endpoints

export type ActivityApi = typeof activityApi
