import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '../events'
import {
  alertKeys,
  cardTokenKeys,
  checkoutKeys,
  customerKeys,
  notificationKeys,
  peopleKeys,
  productKeys,
  taskKeys,
  radarKey,
  statisticsKeys,
  forwardingKeys,
  gatewayKey,
} from './keys'

/** Invalidates the queries that a live event makes stale. */
export function applyLiveEvent(client: QueryClient, shop: string, event: LiveEvent): void {
  const stale = (queryKey: readonly unknown[]) => void client.invalidateQueries({ queryKey })
  if (event.kind === 'notification') {
    stale(notificationKeys.lists(shop))
    if (event.id) stale(notificationKeys.detail(shop, event.id))
    stale(statisticsKeys.all(shop))
  }
  if (event.kind === 'product' || event.kind === 'products') {
    stale(productKeys.lists(shop))
    stale(radarKey(shop))
    stale(event.id ? productKeys.detail(shop, event.id) : productKeys.all(shop))
  }
  // A merged customer is also part of the remaining customer's page.
  if (event.kind === 'customer' || event.kind === 'customers') stale(customerKeys.all(shop))
  if (event.kind === 'task') {
    stale(taskKeys.lists(shop))
    stale(event.id ? taskKeys.task(shop, event.id) : taskKeys.all(shop))
    return
  }
  if (event.kind === 'people') return stale(peopleKeys.all(shop))
  if (event.kind === 'forwarding') return stale(forwardingKeys.all(shop))
  if (event.kind === 'alert') return stale(alertKeys.all(shop))
  // A checkout is also on its customer's page.
  if (event.kind === 'checkout') {
    stale(checkoutKeys.all(shop))
    stale(customerKeys.details(shop))
  }
  if (event.kind === 'card_token') stale(cardTokenKeys.all(shop))
  // Lists report that their last refresh failed.
  if (event.kind === 'gateway') {
    stale(productKeys.lists(shop))
    stale(customerKeys.lists(shop))
  }
  stale(gatewayKey(shop))
}

/** Invalidates everything that live events can change. Call after a lost connection, which may have missed events. */
export function catchUp(client: QueryClient, shop: string): void {
  for (const queryKey of [
    notificationKeys.all(shop),
    productKeys.all(shop),
    customerKeys.all(shop),
    checkoutKeys.all(shop),
    cardTokenKeys.all(shop),
    taskKeys.all(shop),
    peopleKeys.all(shop),
    forwardingKeys.all(shop),
    alertKeys.all(shop),
    statisticsKeys.all(shop),
    gatewayKey(shop),
  ]) {
    void client.invalidateQueries({ queryKey })
  }
}
