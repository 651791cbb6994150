import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '../events'
import { ApiError, api } from '../api/http'
import {
  alertKeys,
  cardTokenKeys,
  checkoutKeys,
  customerKeys,
  notificationKeys,
  paymentKeys,
  peopleKeys,
  jobKeys,
  productKeys,
  radarKey,
  settingsKeys,
  statisticsKeys,
  forwardingKeys,
  gatewayKey,
} from './keys'

/** Invalidates the queries that a live event makes stale. */
export function applyLiveEvent(client: QueryClient, shop: string, event: LiveEvent): void {
  const invalidate = (queryKey: readonly unknown[]) => void client.invalidateQueries({ queryKey })
  if (event.kind === 'notification') {
    invalidate(notificationKeys.lists(shop))
    invalidate(event.id ? notificationKeys.detail(shop, event.id) : notificationKeys.all(shop))
    invalidate(paymentKeys.all(shop))
    invalidate(statisticsKeys.all(shop))
  }
  if (event.kind === 'product' || event.kind === 'products') {
    invalidate(productKeys.lists(shop))
    invalidate(radarKey(shop))
    invalidate(event.id ? productKeys.detail(shop, event.id) : productKeys.all(shop))
    invalidate(paymentKeys.all(shop)) // They are compared with the price.
  }
  // A merged customer is also part of the remaining customer's page.
  if (event.kind === 'customer' || event.kind === 'customers') invalidate(customerKeys.all(shop))
  if (event.kind === 'task') {
    invalidate(jobKeys.lists(shop))
    invalidate(event.id ? jobKeys.job(shop, event.id) : jobKeys.all(shop))
    return
  }
  // A statement adds payments, which change the checkouts and customers they belong to.
  if (event.kind === 'reconciliation') {
    invalidate(paymentKeys.all(shop))
    invalidate(checkoutKeys.all(shop))
    invalidate(customerKeys.all(shop))
    return invalidate(statisticsKeys.all(shop))
  }
  if (event.kind === 'settings') return invalidate(settingsKeys.all(shop))
  if (event.kind === 'people') return invalidate(peopleKeys.all(shop))
  if (event.kind === 'forwarding') return invalidate(forwardingKeys.all(shop))
  if (event.kind === 'alert') return invalidate(alertKeys.all(shop))
  // A checkout is also on its customer's page.
  if (event.kind === 'checkout') {
    invalidate(checkoutKeys.all(shop))
    invalidate(customerKeys.details(shop))
  }
  if (event.kind === 'card_token') invalidate(cardTokenKeys.all(shop))
  // Lists report that their last refresh failed.
  if (event.kind === 'gateway') {
    invalidate(productKeys.lists(shop))
    invalidate(customerKeys.lists(shop))
  }
  invalidate(gatewayKey(shop))
}

/** Invalidates everything that live events can change. Call after a lost connection, which may have missed events. */
export function invalidateAll(client: QueryClient, shop: string): void {
  for (const queryKey of [
    notificationKeys.all(shop),
    paymentKeys.all(shop),
    productKeys.all(shop),
    customerKeys.all(shop),
    checkoutKeys.all(shop),
    cardTokenKeys.all(shop),
    jobKeys.all(shop),
    peopleKeys.all(shop),
    forwardingKeys.all(shop),
    alertKeys.all(shop),
    statisticsKeys.all(shop),
    gatewayKey(shop),
    settingsKeys.all(shop),
  ]) {
    void client.invalidateQueries({ queryKey })
  }
}

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
