import type { Endpoints } from '../core/api/endpoint'
import {
  demoPayment,
  demoPaymentCreate,
  firstSteps,
  firstStepsChange,
  statistics,
  statisticsQuery,
  unpaidCheckouts,
} from './schema'

export const overviewApi = {
  'GET /first-steps': { permission: 'products.write', response: firstSteps },
  'PUT /first-steps': { permission: 'products.write', body: firstStepsChange, response: firstSteps },
  'POST /first-steps/demo-payment': {
    permission: 'checkouts.create',
    body: demoPaymentCreate,
    response: demoPayment,
    status: 201,
  },
  'GET /statistics': {
    permission: 'statistics.read',
    isReadFromReplica: true,
    query: statisticsQuery,
    response: statistics,
  },
  'GET /statistics/unpaid-checkouts': {
    permission: 'checkouts.read',
    isReadFromReplica: true,
    response: unpaidCheckouts,
  },
} satisfies Endpoints

export type OverviewApi = typeof overviewApi
