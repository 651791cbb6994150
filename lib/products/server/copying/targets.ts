import 'server-only'
import { may } from '../../../core/permissions'
import type { ActorContext } from '../../../core/server/context'
import { shopsOf } from '../../../core/server/shop/load'
import type { CopyTarget } from '../../copy'

/** Returns the other shops in use to which the person may copy this shop's products. */
export async function copyTargets({ shop, actor }: ActorContext): Promise<CopyTarget[]> {
  const all = await shopsOf(actor.userId)
  return all
    .filter(({ id, isArchived, role }) => id !== shop.id && !isArchived && may({ role }, 'products.write'))
    .map(({ id, name, mode }) => ({ id, name, mode }))
}
