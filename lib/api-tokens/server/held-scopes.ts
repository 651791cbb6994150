import 'server-only'
import { getTranslator } from '../../core/i18n/server'
import { mayInShop, tokenScopes, type Rights, type TokenScope } from '../../core/permissions'
import type { Shop } from '../../core/server/context'
import { AppError } from '../../core/server/errors'

type Holder = { shop: Pick<Shop, 'hasSupportCheckouts'>; rights: Rights }

/** The scopes that somebody may give to a token: those of what they may do themselves. */
export const heldScopes = ({ shop, rights }: Holder): TokenScope[] =>
  tokenScopes.filter((scope) => mayInShop(shop, rights, scope))

/** @throws AppError `invalid` if any scope is more than they have */
export function refuseForeignScopes(holder: Holder, scopes: readonly TokenScope[]): void {
  const held = heldScopes(holder)
  if (scopes.every((scope) => held.includes(scope))) return
  throw new AppError('invalid', { errors: { scopes: [getTranslator('issues')('scope_not_held')] } })
}
