import type { Endpoints } from '../core/api/endpoint'
import {
  cardTokenDetail,
  cardTokenListQuery,
  cardTokenPage,
  revealedCardToken,
  tokenizationBody,
  tokenizationResult,
} from './schema'

export const cardTokenApi = {
  'GET /card-tokens': {
    permission: 'card_tokens.read',
    isReadFromReplica: true,
    query: cardTokenListQuery,
    response: cardTokenPage,
  },
  /**
   * Ignores `Idempotency-Key`, because not even a hash of a card number may be stored. The required fields depend on the
   * shop, so tokenize.ts checks the body; it keeps card data out of the issues.
   */
  'POST /card-tokens': {
    permission: 'card_tokens.create',
    isBoundToDecimals: true,
    body: tokenizationBody,
    response: tokenizationResult,
    status: 201,
  },
  'GET /card-tokens/[id]': { permission: 'card_tokens.read', response: cardTokenDetail },
  'POST /card-tokens/[id]/remove': {
    permission: 'card_tokens.create',
    isRecentSignInNeeded: true,
    response: cardTokenDetail,
  },
  'POST /card-tokens/[id]/reveal': {
    isOpenInArchive: true,
    permission: 'card_tokens.reveal',
    isRecentSignInNeeded: true,
    response: revealedCardToken,
  },
} satisfies Endpoints

export type CardTokenApi = typeof cardTokenApi
