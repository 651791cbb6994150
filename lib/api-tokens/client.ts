import { queryOptions } from '@tanstack/react-query'
import { accountKeys, apiTokenKeys } from '../core/client/keys'
import { shopApi, shopQuery } from '../core/client/shop-api'
import { api } from '../core/api/http'
import type { ApiTokenApi } from './api'
import type { ApiToken, NewApiToken, OwnTokenList, OwnTokenOrder, TokenOrder } from './schema'

const call = shopApi<ApiTokenApi>()
const queryOf = shopQuery<ApiTokenApi>()

export const apiTokensOptions = queryOf('GET /api-tokens', apiTokenKeys.all)

/** Returns the token, which is shown only once. */
export const makeApiToken = (shop: string, body: TokenOrder) => call('POST /api-tokens', { shop, body })

export const revokeApiToken = (shop: string, id: string) => call('POST /api-tokens/[id]/revoke', { shop, id })

const own = '/api/account/api-tokens'

export const ownTokensOptions = () =>
  queryOptions({
    queryKey: accountKeys.apiTokens,
    queryFn: ({ signal }) => api(own, { signal }) as Promise<OwnTokenList>,
  })

/** Returns the token, which is shown only once. */
export const makeOwnToken = (body: OwnTokenOrder) =>
  api(own, { method: 'POST', body }) as Promise<NewApiToken>

export const revokeOwnToken = (id: string) =>
  api(`${own}/${encodeURIComponent(id)}/revoke`, { method: 'POST' }) as Promise<ApiToken>
