import { ApiError, api } from '../http'

/**
 * Whether the reader of a shop's page still has a part in the shop. Without a session it waits until they have signed in
 * again. @throws what else keeps it from being known.
 */
export async function hasAccess(shop: string): Promise<boolean> {
  try {
    await api(`/api/shops/${encodeURIComponent(shop)}`)
    return true
  } catch (error) {
    // Our own codes: a proxy may answer 404, too, while it does not reach us.
    if (error instanceof ApiError && ['forbidden', 'not_found'].includes(error.code)) return false
    throw error
  }
}
