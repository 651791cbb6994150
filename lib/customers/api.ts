import { noteBody } from '../core/note'
import type { Endpoints } from '../core/api/endpoint'
import { syncOutcome } from '../core/lists/list'
import { retention, retentionChange, retentionEffect, retentionEffectQuery } from './retention'
import {
  customerChange,
  customerChoices,
  customerDetail,
  customerDuplicates,
  customerSearchQuery,
  customerMerge,
  customerPage,
  duplicateQuery,
  revealedCustomer,
  timelineEntry,
  timelinePage,
  timelineQuery,
} from './schema'
import { customerCreate } from '../gateway/customers/customer'

export const customerApi = {
  'GET /customers': {
    permission: 'customers.read',
    isReadFromReplica: true,
    query: customerSearchQuery,
    response: customerPage,
  },
  'POST /customers': {
    permission: 'customers.create',
    body: customerCreate,
    response: customerDetail,
    status: 201,
  },
  'GET /customers/duplicates': {
    permission: 'customers.read',
    query: duplicateQuery,
    response: customerDuplicates,
  },
  'GET /customers/filters': { permission: 'customers.read', response: customerChoices },
  'POST /customers/sync': { permission: 'customers.read', response: syncOutcome },
  'GET /customers/[id]': { permission: 'customers.read', response: customerDetail },
  'PATCH /customers/[id]': {
    permission: 'customers.annotate',
    body: customerChange,
    response: customerDetail,
  },
  'POST /customers/[id]/anonymise': {
    permission: 'customers.anonymise',
    isRecentSignInNeeded: true,
    response: customerDetail,
  },
  'POST /customers/[id]/merge': {
    permission: 'customers.merge',
    body: customerMerge,
    response: customerDetail,
  },
  'POST /customers/[id]/notes': {
    permission: 'customers.annotate',
    body: noteBody,
    response: timelineEntry,
    status: 201,
  },
  'POST /customers/[id]/reveal': {
    isOpenInArchive: true,
    permission: 'personal_data.reveal',
    response: revealedCustomer,
  },
  'GET /customers/[id]/timeline': {
    permission: 'customers.read',
    query: timelineQuery,
    response: timelinePage,
  },
  'POST /customers/[id]/unmerge': {
    permission: 'customers.merge',
    body: customerMerge,
    response: customerDetail,
  },
  'GET /retention': { permission: 'retention.manage', response: retention },
  'PUT /retention': {
    permission: 'retention.manage',
    isRecentSignInNeeded: true,
    body: retentionChange,
    response: retention,
  },
  'GET /retention/effect': {
    permission: 'retention.manage',
    query: retentionEffectQuery,
    response: retentionEffect,
  },
} satisfies Endpoints

export type CustomerApi = typeof customerApi
