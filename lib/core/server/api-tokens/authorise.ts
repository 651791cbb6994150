import 'server-only'
import type pino from 'pino'
import { engine as theEngine } from '../../../db/engine'
import type { Database } from '../../../db/database'
import type { ActivityReason } from '../../activity-reasons'
import type { Endpoint } from '../../api/endpoint'
import { mayInShop, tokenScopes, type Permission } from '../../permissions'
import { incrementCounter, networkOf, windowMinutes } from '../accounts/sign-in-limits'
import { requireFactor } from '../auth/requirements'
import { recordAccess } from '../activity/access'
import { recordActivity } from '../activity/record'
import type { ActorContext } from '../context'
import { AppError } from '../errors'
import { isWithin, clientAddress } from '../route/client-address'
import { isWellFormed, prefix } from './format'
import {
  allowanceHeaders,
  countRequest,
  isStopped,
  stopNetwork,
  forgetReading,
  isFirstReading,
} from './limits'
import { loadToken, noteTokenUse, rightsOf, type LoadedToken } from './load'

/** Wrong tokens of one network within the window of sign-in-limits.ts. */
const maxWrong = 30

const scopes: readonly Permission[] = tokenScopes

type Declared = Pick<Endpoint, 'permission' | 'isRecentSignInNeeded' | 'isForPeopleOnly'>

/** Ours, with any prefix. A request is by a person or by a program, never both. */
const ownCookie = /(?:^|;)\s*(?:__(?:Host|Secure)-)?(?:next-auth|counterfoil)\./
const hasOwnCookie = (request: Request) => ownCookie.test(request.headers.get('cookie') ?? '')

/**
 * Returns the token of `Authorization: Bearer …`, or null. Other schemes belong to a proxy, and so does a token of
 * another form that comes with a cookie of ours: a proxy adds it to what people send.
 */
export function bearerOf(request: Request): string | null {
  const token = /^bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? null
  return token !== null && !token.startsWith(prefix) && hasOwnCookie(request) ? null : token
}

type Asked = {
  request: Request
  token: string
  shopId: string
  declared: Declared
  logger: pino.Logger
  /** Adds headers to any answer. */
  tell: (headers: Record<string, string>) => void
}

/**
 * Checks an API token and what it may do. It comes without a cookie, so the request's origin does not matter.
 * @throws AppError
 */
export async function authoriseToken(asked: Asked): Promise<ActorContext> {
  const { request, shopId, declared, logger, tell } = asked
  const engine = theEngine.get()
  const { db } = engine
  if (hasOwnCookie(request)) throw new AppError('token_with_cookie')
  const address = clientAddress(request.headers)
  const token = await knownToken(db, asked.token, address)
  const refuse = (code: AppError['code'], reason: ActivityReason) =>
    refused(db, { token, address, code, reason })
  if (token.isRevoked) return refuse('token_revoked', 'revoked')
  if (token.isExpired) return refuse('token_expired', 'expired')
  if (token.networks.length > 0 && !isWithin(address, token.networks))
    return refuse('token_address', 'address')
  const allowance = countRequest(token.id)
  tell(allowanceHeaders(allowance))
  if (!allowance.isAllowed)
    throw new AppError('too_many_requests', { retryAfterSeconds: allowance.resetSeconds })
  // To a token of another shop, this one looks like a shop that does not exist.
  if (token.shopId !== shopId) return refuse('not_found', 'other_shop')
  const found = token.isPersonDisabled ? null : await rightsOf(db, token)
  if (!found) return refuse('not_found', 'disabled')
  const { shop, rights } = found
  if (token.mustChangePassword) throw new AppError('password_change_needed')
  if (token.kind === 'personal') requireFactor(token, found.factorDueIn)
  const { permission } = declared
  if (declared.isForPeopleOnly || declared.isRecentSignInNeeded || !scopes.includes(permission))
    return refuse('not_for_tokens', permission)
  if (!rights.scopes?.includes(permission)) return refuse('scope_missing', permission)
  if (!mayInShop(shop, rights, permission)) return refuse('forbidden', permission)
  if (token.isToBeNoted) await noteTokenUse(db, token, address)
  const { userId, email, name, timeZone } = token
  const actor = { ...rights, userId, email, name, timeZone, apiToken: token.id, address }
  return { engine, shop, log: logger.child({ shop: shop.id, api_token: token.id }), actor }
}

/** Records a changing call with a token, before it changes anything. */
export async function recordTokenUse(context: ActorContext, request: Request): Promise<void> {
  if (context.actor.apiToken) await recordUse(context, context.actor.apiToken, request)
}

/**
 * Records a reading call with a token, the first in an hour (limits.ts). Does not throw, so that reading works while
 * nothing can be written.
 */
export async function recordTokenReading(
  context: ActorContext,
  request: Request,
  permission: Permission,
): Promise<void> {
  const { apiToken, address } = context.actor
  if (!apiToken) return
  const reading = { tokenId: apiToken, permission, address: address ?? '' }
  if (!isFirstReading(reading)) return
  await recordUse(context, apiToken, request).catch((error: unknown) => {
    forgetReading(reading)
    context.log.warn({ err: error }, 'the use of an API token was not recorded')
  })
}

const recordUse = ({ engine, shop, actor }: ActorContext, subject: string, request: Request) => {
  const detail = { method: request.method, path: new URL(request.url).pathname }
  return recordActivity(engine.db, { shop, actor }, { action: 'api_token.used', subject, detail })
}

/**
 * Finds a token. Counts a wrong one against its network; the network's right ones keep working.
 * @throws AppError `token_invalid`, `too_many_attempts`
 */
async function knownToken(db: Database, given: string, address: string): Promise<LoadedToken> {
  const [token] = isWellFormed(given) ? await loadToken(db, given, address) : []
  if (token) return token
  const network = networkOf(address)
  const tooMany = () => new AppError('too_many_attempts', { retryAfterSeconds: windowMinutes * 60 })
  if (isStopped(network)) throw tooMany()
  const count = await incrementCounter(db, `api-token:${network}`)
  if (count > maxWrong) stopNetwork(network)
  if (count > maxWrong + 1) throw tooMany()
  const reason: ActivityReason =
    count > maxWrong ? 'limit_of_address' : isWellFormed(given) ? 'unknown' : 'malformed'
  const event = { action: 'api_token.refused' as const, account: null, userId: null, address, reason }
  await recordAccess(db, { ...event, isRecorded: count === 1 || count > maxWrong })
  if (count > maxWrong) throw tooMany()
  throw new AppError('token_invalid')
}

type Refusal = { token: LoadedToken; address: string; code: AppError['code']; reason: ActivityReason }

/** Refuses a token that is known. Recorded once per window and reason, and logged as often. */
async function refused(db: Database, { token, address, code, reason }: Refusal): Promise<never> {
  const { id, shopId, userId, email } = token
  if ((await incrementCounter(db, `api-token:${id} ${reason}`)) === 1)
    await recordAccess(db, {
      action: 'api_token.refused',
      account: email,
      userId,
      address,
      reason,
      shopId,
      subject: id,
    })
  throw new AppError(code)
}
