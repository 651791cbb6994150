import type { Endpoints } from '../core/api/endpoint'
import { apiToken, apiTokenList, newApiToken, tokenOrder } from './schema'

export const apiTokenApi = {
  'GET /api-tokens': { permission: 'api_tokens.manage', response: apiTokenList },
  /** Ignores `Idempotency-Key`: the answer would have to be stored, but its token must not be. */
  'POST /api-tokens': {
    permission: 'api_tokens.manage',
    isRecentSignInNeeded: true,
    body: tokenOrder,
    response: newApiToken,
    status: 201,
  },
  'POST /api-tokens/[id]/revoke': {
    isOpenInArchive: true,
    permission: 'api_tokens.manage',
    isRecentSignInNeeded: true,
    response: apiToken,
  },
} satisfies Endpoints

export type ApiTokenApi = typeof apiTokenApi
