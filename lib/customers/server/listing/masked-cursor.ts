import 'server-only'
import type { ShopContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { isUnopened } from '../../../db/sealing'

/**
 * Cursors of lists for people who see contacts masked. A cursor names the row at the end of a page by its sort value, which
 * may hold an e-mail address: these people get it sealed.
 */
const contextOf = ({ shop }: Pick<ShopContext, 'shop'>) => `cursor:${shop.id}:customers`

/** In bytes. Cursors are padded to a multiple of it, so that their length does not reveal that of the value. */
const step = 64

export function sealedCursor(context: ShopContext, cursor: string | null): string | null {
  if (cursor === null) return null
  const text = Buffer.from(cursor, 'base64url').toString()
  const missing = step - (Buffer.byteLength(text) % step)
  return context.engine.sealer.seal(text + ' '.repeat(missing), contextOf(context)).toString('base64url')
}

/** @throws AppError `bad_request` if it was not made by `sealedCursor` for this shop */
export function openedCursor(context: ShopContext, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  try {
    const text = context.engine.sealer.unseal(Buffer.from(cursor, 'base64url'), contextOf(context))
    return Buffer.from(text).toString('base64url')
  } catch (error) {
    if (isUnopened(error)) throw new AppError('bad_request', { cause: error })
    throw error
  }
}
