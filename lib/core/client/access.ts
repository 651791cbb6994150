import { ApiError, api } from '../api/http'

/**
 * Returns whether the signed-in person still belongs to the shop. Without a session, waits until they sign in again.
 * @throws every other error of the request.
 */
export async function hasAccess(shop: string): Promise<boolean> {
  try {
    await api(`/api/shops/${encodeURIComponent(shop)}`)
    return true
  } catch (error) {
    // Only our own codes count: a proxy that cannot reach the server may answer 404 too.
    if (error instanceof ApiError && ['forbidden', 'not_found'].includes(error.code)) return false
    throw error
  }
}
