import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { paymentKeys } from '../core/client/keys'
import { queryString } from '../core/client/query-string'
import { shopApi } from '../core/client/shop-api'
import type { PaymentApi } from './api'
import type {
  MissingPayments,
  ReconciliationCreate,
  ReconciliationRowsFilter,
  ReconciliationRowsQuery,
  StatementMapping,
} from './reconciliation/reconciliation'
import { isWorking } from './reconciliation/statement'

const call = shopApi<PaymentApi>()
const pollMs = 2_000

export const reconciliationKeys = {
  all: (shop: string) => [...paymentKeys.all(shop), 'reconciliations'] as const,
  detail: (shop: string, id: string) => [...reconciliationKeys.all(shop), 'detail', id] as const,
}

export const reconciliationListOptions = (shop: string, cursor?: string) =>
  queryOptions({
    queryKey: [...reconciliationKeys.all(shop), 'list', { cursor }] as const,
    queryFn: ({ signal }) => call('GET /payments/reconciliations', { shop, query: { cursor }, signal }),
    placeholderData: keepPreviousData,
  })

/** Polled while it is at work, in case a live event is missed. */
export const reconciliationOptions = (shop: string, id: string) =>
  queryOptions({
    queryKey: reconciliationKeys.detail(shop, id),
    queryFn: ({ signal }) => call('GET /payments/reconciliations/[id]', { shop, id, signal }),
    refetchInterval: ({ state }) => (state.data && !isWorking(state.data.state) ? false : pollMs),
  })

export const reconciliationRowsOptions = (
  shop: string,
  id: string,
  query: Partial<ReconciliationRowsQuery>,
) =>
  queryOptions({
    queryKey: [...reconciliationKeys.all(shop), 'rows', id, query] as const,
    queryFn: ({ signal }) => call('GET /payments/reconciliations/[id]/rows', { shop, id, query, signal }),
    placeholderData: keepPreviousData,
  })

export const reconciliationTotalsOptions = (shop: string, id: string, query: ReconciliationRowsFilter) =>
  queryOptions({
    queryKey: [...reconciliationKeys.all(shop), 'totals', id, query] as const,
    queryFn: ({ signal }) => call('GET /payments/reconciliations/[id]/totals', { shop, id, query, signal }),
    placeholderData: keepPreviousData,
  })

/** A CSV file of the rows that the filter finds. */
export const reconciliationExportAddress = (shop: string, id: string, query: ReconciliationRowsFilter) =>
  `${path(shop)}/${encodeURIComponent(id)}/rows/export${queryString({ ...query, bom: true })}`

/** Says that payments are missing here although no UID of the statement is known. */
export const sayMissing = (shop: string, id: string, body: MissingPayments) =>
  call('POST /payments/reconciliations/[id]/missing', { shop, id, body })

export const orderReconciliation = (shop: string, id: string, verb: 'record' | 'undo') =>
  call(`POST /payments/reconciliations/[id]/${verb}`, { shop, id })

const path = (shop: string) => `/api/shops/${encodeURIComponent(shop)}/payments/reconciliations`

/** Bytes of a file's beginning that are sent for a preview. */
export const previewBytes = 256 * 1024

/** POST the beginning of the file to this address. */
export const previewAddress = (shop: string, query: { whole: boolean; zone: string }) =>
  `${path(shop)}/preview${queryString(query)}`

/** POST `statementBody` to this address. */
export const reconcileAddress = (shop: string, query: Omit<ReconciliationCreate, 'mapping'>) =>
  `${path(shop)}/import${queryString(query)}`

export const statementBody = (mapping: StatementMapping, file: Blob): Blob =>
  new Blob([JSON.stringify(mapping), '\n', file])
