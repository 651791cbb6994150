import 'server-only'
import type { ProductDetail } from '../schema'
import type { ProductChange } from '../change'
import type { ActorContext } from '../../core/server/context'
import { expectValues } from './expect'
import { updateProduct } from './update'
import type { Values } from './values'

/**
 * Changes a product; where something is expected, only while the gateway still holds that, such as what a change
 * wrote that is to be put back: what was sold or changed since is never overwritten. Read first, then written: the
 * gateway knows no condition, so that what happens in between (a few milliseconds) is overwritten all the same.
 * @throws AppError `conflict` with what is there instead, and as {@link updateProduct}.
 */
export async function changeProduct(
  context: ActorContext,
  id: string,
  { change, expect }: ProductChange,
): Promise<ProductDetail> {
  if (expect && Object.keys(expect).length > 0) await expectValues(context, id, expect as Values)
  return updateProduct(context, id, change)
}
