import { noteBody } from '../core/note'
import type { Endpoints } from '../core/api/endpoint'
import { withSimilar } from '../core/lists/list'
import { notificationLink } from '../notifications/schema'
import { askedPayment, paymentDetail, paymentNote } from './detail'
import { paymentFilterValues, paymentListQuery, paymentPage } from './list'
import {
  missingPayments,
  reconciliationDetail,
  reconciliationListQuery,
  reconciliationPage,
  reconciliationRowsPage,
  reconciliationRowsFilter,
  reconciliationRowsQuery,
  reconciliationTotals,
} from './reconciliation/reconciliation'
import { paymentReport, paymentReportQuery } from './report'
import { payment, paymentAcceptance } from './schema'
import { paymentSettings, paymentSettingsChange } from './settings'

export const paymentApi = {
  'GET /payment-settings': { permission: 'payments.configure', response: paymentSettings },
  'PUT /payment-settings': {
    permission: 'payments.configure',
    body: paymentSettingsChange,
    response: paymentSettings,
  },
  'GET /payments': {
    permission: 'payments.read',
    isReadFromReplica: true,
    query: paymentListQuery.extend(withSimilar),
    response: paymentPage,
  },
  'GET /payments/filter-values': {
    permission: 'payments.read',
    isReadFromReplica: true,
    response: paymentFilterValues,
  },
  'GET /payments/[id]': { permission: 'payments.read', response: paymentDetail },
  'GET /payments/report': {
    permission: 'statistics.read',
    isReadFromReplica: true,
    query: paymentReportQuery,
    response: paymentReport,
  },
  'GET /payments/reconciliations': {
    permission: 'payments.reconcile',
    query: reconciliationListQuery,
    response: reconciliationPage,
  },
  'GET /payments/reconciliations/[id]': { permission: 'payments.reconcile', response: reconciliationDetail },
  'GET /payments/reconciliations/[id]/totals': {
    permission: 'payments.reconcile',
    query: reconciliationRowsFilter,
    response: reconciliationTotals,
  },
  'GET /payments/reconciliations/[id]/rows': {
    permission: 'payments.reconcile',
    query: reconciliationRowsQuery,
    response: reconciliationRowsPage,
  },
  'POST /payments/reconciliations/[id]/missing': {
    permission: 'payments.reconcile',
    body: missingPayments,
    response: reconciliationDetail,
  },
  'POST /payments/reconciliations/[id]/record': {
    permission: 'payments.reconcile',
    response: reconciliationDetail,
    status: 202,
  },
  'POST /payments/reconciliations/[id]/undo': {
    permission: 'payments.reconcile',
    response: reconciliationDetail,
    status: 202,
  },
  'POST /payments/[id]/accept': {
    permission: 'payments.accept',
    isBoundToDecimals: true,
    body: paymentAcceptance,
    response: payment,
  },
  'PUT /payments/[id]/link': {
    permission: 'notifications.link',
    body: notificationLink,
    response: paymentDetail,
  },
  'POST /payments/[id]/ask': { permission: 'payments.ask', response: askedPayment },
  'POST /payments/[id]/notes': {
    permission: 'payments.annotate',
    body: noteBody,
    response: paymentNote,
    status: 201,
  },
} satisfies Endpoints

export type PaymentApi = typeof paymentApi
