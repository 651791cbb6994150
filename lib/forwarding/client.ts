import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { parseAsStringLiteral } from 'nuqs/server'
import { forwardingKeys } from '../core/client/keys'
import { listParams, parseTextIf } from '../core/client/list-params'
import { queryString } from '../core/client/search-params'
import { api } from '../core/http'
import { messageSortColumns, sortsOf } from '../core/paging'
import type { SampleRequest, SampleResult } from './sample'
import type {
  Endpoint,
  EndpointChange,
  EndpointCreate,
  EndpointEnable,
  EndpointList,
  EndpointTest,
  EndpointWithSecret,
  MessageCreate,
  MessageDetail,
  MessageListQuery,
  MessagePage,
} from './schema'
import { messageStates } from './state'

export type MessageFilters = Partial<MessageListQuery>

const path = (shop: string, ...rest: string[]): string =>
  `/api/shops/${[shop, 'forwarding', ...rest].map(encodeURIComponent).join('/')}`

export const endpointListOptions = (shop: string) =>
  queryOptions({
    queryKey: [...forwardingKeys.all(shop), 'endpoints'],
    queryFn: ({ signal }) => api<EndpointList>(path(shop), { signal }),
  })

export const messageListOptions = (shop: string, filters: MessageFilters) =>
  queryOptions({
    queryKey: [...forwardingKeys.all(shop), 'messages', filters],
    queryFn: ({ signal }) => api<MessagePage>(`${path(shop, 'messages')}${queryString(filters)}`, { signal }),
    placeholderData: keepPreviousData,
  })

export const messageDetailOptions = (shop: string, id: string) =>
  queryOptions({
    queryKey: [...forwardingKeys.all(shop), 'message', id],
    queryFn: ({ signal }) => api<MessageDetail>(path(shop, 'messages', id), { signal }),
  })

const id = parseTextIf((text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text))

export const messageListParams = listParams(sortsOf(messageSortColumns), '-created_at', {
  filters: { endpoint_id: id, notification_id: id, state: parseAsStringLiteral(messageStates) },
  isSearched: false,
})

/** The answer contains the signing secret. It is shown only once. */
export const createEndpoint = (shop: string, body: EndpointCreate) =>
  api<EndpointWithSecret>(path(shop), { method: 'POST', body })
export const rotateSecret = (shop: string, endpoint: string) =>
  api<EndpointWithSecret>(path(shop, endpoint, 'secret'), { method: 'POST' })

export const changeEndpoint = (shop: string, endpoint: string, body: EndpointChange) =>
  api<Endpoint>(path(shop, endpoint), { method: 'PATCH', body })
export const removeEndpoint = (shop: string, endpoint: string) =>
  api<{ id: string }>(path(shop, endpoint), { method: 'DELETE' })
export const enableEndpoint = (shop: string, endpoint: string, body: EndpointEnable) =>
  api<Endpoint>(path(shop, endpoint, 'enable'), { method: 'POST', body })

export const testEndpoint = (shop: string, endpoint: string) =>
  api<EndpointTest>(path(shop, endpoint, 'test'), { method: 'POST' })

export const resendMessage = (shop: string, message: string) =>
  api<MessageDetail>(path(shop, 'messages', message, 'resend'), { method: 'POST' })

export const sendToEndpoint = (shop: string, body: MessageCreate) =>
  api<MessageDetail>(path(shop, 'messages'), { method: 'POST', body })

export const sendSample = (shop: string, body: SampleRequest) =>
  api<SampleResult>(`/api/shops/${encodeURIComponent(shop)}/samples`, { method: 'POST', body })
