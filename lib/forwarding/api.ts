import type { Endpoints } from '../core/api/endpoint'
import { sampleRequest, sampleResult } from './sample'
import {
  endpoint,
  endpointChange,
  endpointCreate,
  endpointEnable,
  endpointList,
  endpointRemoved,
  endpointTest,
  endpointWithSecret,
  messageCreate,
  messageDetail,
  messageListQuery,
  messagePage,
} from './schema'

export const forwardingApi = {
  'GET /forwarding': { permission: 'forwarding.read', response: endpointList },
  'POST /forwarding': {
    permission: 'forwarding.manage',
    isRecentSignInNeeded: true,
    body: endpointCreate,
    response: endpointWithSecret,
    status: 201,
  },
  'GET /forwarding/messages': {
    permission: 'forwarding.read',
    isReadFromReplica: true,
    query: messageListQuery,
    response: messagePage,
  },
  'POST /forwarding/messages': {
    permission: 'forwarding.read',
    body: messageCreate,
    response: messageDetail,
    status: 201,
  },
  'GET /forwarding/messages/[id]': { permission: 'forwarding.read', response: messageDetail },
  'POST /forwarding/messages/[id]/resend': { permission: 'forwarding.read', response: messageDetail },
  'GET /forwarding/[id]': { permission: 'forwarding.read', response: endpoint },
  'PATCH /forwarding/[id]': { permission: 'forwarding.manage', body: endpointChange, response: endpoint },
  'DELETE /forwarding/[id]': {
    permission: 'forwarding.manage',
    isRecentSignInNeeded: true,
    response: endpointRemoved,
  },
  'POST /forwarding/[id]/enable': {
    permission: 'forwarding.manage',
    body: endpointEnable,
    response: endpoint,
  },
  'POST /forwarding/[id]/secret': {
    permission: 'forwarding.manage',
    isRecentSignInNeeded: true,
    response: endpointWithSecret,
  },
  'POST /forwarding/[id]/test': { permission: 'forwarding.read', response: endpointTest },
  'POST /samples': {
    permission: 'notifications.replay',
    isBoundToDecimals: true,
    body: sampleRequest,
    response: sampleResult,
  },
} satisfies Endpoints

export type ForwardingApi = typeof forwardingApi
