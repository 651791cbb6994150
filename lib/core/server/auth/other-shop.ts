import 'server-only'
import type { Database } from '../../../db/database'
import type { Rights } from '../../permissions'
import type { Actor, Shop } from '../context'
import { AppError } from '../errors'
import { loadShopOf } from '../shop/load'
import { requireFactor } from './requirements'

type Person = Pick<Actor, 'userId' | 'hasFactor' | 'factorDueIn'>

/**
 * Returns another shop than that of the request, and what the person may do there. Null if they are not in it, or if it
 * is closed to them until they have a second factor. The one way to reach into another shop.
 */
export async function otherShopOf(
  db: Database,
  person: Person,
  shopId: string,
): Promise<{ shop: Shop; rights: Rights } | null> {
  const found = await loadShopOf(db, shopId, person.userId)
  return found && isOpenTo(person, found) ? found : null
}

/** Whether no rule of the shop or of the installation closes it to a person without a second factor. */
export function isOpenTo(person: Person, { factorDueIn }: { factorDueIn: number | null }): boolean {
  try {
    requireFactor(person, factorDueIn)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'factor_needed') return false
    throw error
  }
}
