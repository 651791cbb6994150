import { forwardingKeys } from '../core/client/keys'
import { listParams } from '../core/client/list-params'
import { shopApi, shopDetail, shopList, shopQuery } from '../core/client/shop-api'
import type { ForwardingApi } from './api'
import type { SampleRequest } from './sample'
import type { EndpointChange, EndpointCreate, EndpointEnable, MessageCreate } from './schema'
import { messageList } from './filters'

const call = shopApi<ForwardingApi>()
const detailOf = shopDetail<ForwardingApi>()
const listOf = shopList<ForwardingApi>()
const queryOf = shopQuery<ForwardingApi>()

export const endpointListOptions = queryOf('GET /forwarding', (shop) => [
  ...forwardingKeys.all(shop),
  'endpoints',
])

export const endpointOptions = detailOf('GET /forwarding/[id]', (shop, id) => [
  ...forwardingKeys.all(shop),
  'endpoint',
  id,
])

export const messageListOptions = listOf('GET /forwarding/messages', (shop, filters) => [
  ...forwardingKeys.all(shop),
  'messages',
  filters,
])

export const messageDetailOptions = detailOf('GET /forwarding/messages/[id]', (shop, id) => [
  ...forwardingKeys.all(shop),
  'message',
  id,
])

export const messageListParams = listParams(messageList)

/** The answer contains the signing secret. It is shown only once. */
export const createEndpoint = (shop: string, body: EndpointCreate) => call('POST /forwarding', { shop, body })
export const rotateSecret = (shop: string, endpoint: string) =>
  call('POST /forwarding/[id]/secret', { shop, id: endpoint })

export const changeEndpoint = (shop: string, endpoint: string, body: EndpointChange) =>
  call('PATCH /forwarding/[id]', { shop, id: endpoint, body })
export const removeEndpoint = (shop: string, endpoint: string) =>
  call('DELETE /forwarding/[id]', { shop, id: endpoint })
export const enableEndpoint = (shop: string, endpoint: string, body: EndpointEnable) =>
  call('POST /forwarding/[id]/enable', { shop, id: endpoint, body })

export const testEndpoint = (shop: string, endpoint: string) =>
  call('POST /forwarding/[id]/test', { shop, id: endpoint })

export const resendMessage = (shop: string, message: string) =>
  call('POST /forwarding/messages/[id]/resend', { shop, id: message })

export const sendToEndpoint = (shop: string, body: MessageCreate) =>
  call('POST /forwarding/messages', { shop, body })

export const sendSample = (shop: string, body: SampleRequest) => call('POST /samples', { shop, body })
