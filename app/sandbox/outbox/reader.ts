import 'server-only'
import { config } from '@/lib/core/server/config/config'
import { AppError } from '@/lib/core/server/errors'
import { authorise } from '@/lib/core/server/auth/access'
import { signedIn } from '@/lib/core/server/auth/actor'
import { correlatedLog } from '@/lib/core/server/log/log'
import { sandboxShop } from '@/lib/core/server/shop/load'

/**
 * Returns the sandbox shop whose e-mails this visitor may read: the visitor must be signed in to the back office and
 * may see personal data there. Null for everyone else, and if there is no back office.
 */
export async function outboxShop(): Promise<number | null> {
  if (config.get().sandbox?.isAlone) return null
  const person = await signedIn()
  if (!person) return null
  try {
    const { shop } = await authorise(person, sandboxShop, 'personal_data.read', correlatedLog())
    return shop.gatewayShopId
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
