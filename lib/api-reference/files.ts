/** The endpoints of shops that take or answer files and streams, which `api.ts` of the features does not describe. */
import type { z } from 'zod'
import { activityExportQuery } from '../activity/export'
import { checkoutExportQuery } from '../checkouts/export'
import type { Endpoint } from '../core/api/endpoint'
import { customerExportQuery } from '../customers/export'
import { importQuery } from '../jobs/import'
import { jobDetail } from '../jobs/schema'
import { notificationExportQuery } from '../notifications/export'
import { paymentExportQuery } from '../payments/export'
import {
  reconciliationCreateQuery,
  reconciliationDetail,
  statementPreview,
  statementPreviewQuery,
} from '../payments/reconciliation/reconciliation'
import { reconciliationExportQuery } from '../payments/reconciliation/export'
import { paymentReportExportQuery } from '../payments/report'
import { productExportQuery } from '../products/export'
import { logoQuery } from '../shops/appearance'
import type { Tag } from './shop-endpoints'

type FileEndpoint = Omit<Endpoint, 'body' | 'response'> & {
  tag: Tag
  summary: string
  /** Type of the body; absent: none. */
  takes?: string
  /** Type of an answer that is not JSON, or types, the usual one first. */
  answers?: string | readonly string[]
  response?: z.ZodType
}

const table = 'text/csv'
const exported = { answers: table, isRecentSignInNeeded: true } as const
const imported = { takes: table, query: importQuery, response: jobDetail, status: 202 } as const

export const fileEndpoints: Record<`${'GET' | 'POST'} /${string}`, FileEndpoint> = {
  'GET /activity/export': {
    tag: 'Activity',
    summary: 'Export the activity',
    permission: 'activity.read',
    query: activityExportQuery,
    ...exported,
    answers: [table, 'application/json'],
  },
  'GET /checkouts/export': {
    tag: 'Checkouts',
    summary: 'Export checkouts',
    permission: 'checkouts.export',
    query: checkoutExportQuery,
    ...exported,
  },
  'POST /checkouts/import': {
    tag: 'Checkouts',
    summary: 'Import checkouts, as a job',
    permission: 'checkouts.import',
    ...imported,
  },
  'GET /payments/export': {
    tag: 'Payments',
    summary: 'Export payments',
    permission: 'payments.export',
    query: paymentExportQuery,
    ...exported,
  },
  'GET /payments/report/export': {
    tag: 'Payments',
    summary: 'Export sums of payments by day',
    permission: 'statistics.read',
    query: paymentReportExportQuery,
    answers: table,
  },
  'GET /payments/reconciliations/[id]/rows/export': {
    tag: 'Payments',
    summary: 'Export the rows of a reconciliation',
    permission: 'payments.reconcile',
    query: reconciliationExportQuery,
    answers: table,
  },
  'POST /payments/reconciliations/preview': {
    tag: 'Payments',
    summary: 'Read the columns of a statement, without keeping it',
    permission: 'payments.reconcile',
    query: statementPreviewQuery,
    takes: table,
    response: statementPreview,
  },
  'POST /payments/reconciliations/import': {
    tag: 'Payments',
    summary: 'Reconcile a statement',
    permission: 'payments.reconcile',
    query: reconciliationCreateQuery,
    takes: table,
    response: reconciliationDetail,
    status: 202,
  },
  'GET /products/export': {
    tag: 'Products',
    summary: 'Export products',
    permission: 'products.export',
    query: productExportQuery,
    answers: table,
  },
  'POST /products/import': {
    tag: 'Products',
    summary: 'Import products, as a job',
    permission: 'products.write',
    ...imported,
  },
  'GET /customers/export': {
    tag: 'Customers',
    summary: 'Export customers',
    permission: 'customers.export',
    query: customerExportQuery,
    ...exported,
  },
  'POST /customers/import': {
    tag: 'Customers',
    summary: 'Import customers, as a job',
    permission: 'customers.import',
    ...imported,
  },
  'GET /notifications/export': {
    tag: 'Notifications',
    summary: 'Export notifications',
    permission: 'notifications.export',
    query: notificationExportQuery,
    ...exported,
  },
  'GET /jobs/[id]/report': {
    tag: 'Jobs',
    summary: 'Read the report of a job',
    permission: 'jobs.read',
    answers: table,
  },
  'GET /logo': {
    tag: 'Shop',
    summary: 'Read the logo',
    permission: 'shop.read',
    query: logoQuery,
    answers: 'image/*',
  },
  'GET /export': {
    tag: 'Shop',
    summary: 'Export everything of the shop',
    permission: 'shop.configure',
    isRecentSignInNeeded: true,
    answers: 'application/zip',
  },
  'GET /events': {
    tag: 'Shop',
    summary: 'Hear what changes, for open pages',
    permission: 'shop.read',
    isForPeopleOnly: true,
    answers: 'text/event-stream',
  },
}
