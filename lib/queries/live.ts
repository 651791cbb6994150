import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '../contracts/events'
import { customerKeys } from './customers'
import { notificationKeys } from './notifications'
import { peopleKeys } from './people'
import { productKeys } from './products'
import { radarKey } from './radar'
import { gatewayKey } from './shop'
import { taskKeys } from './tasks'

/** What a live event makes stale. The event says that something changed; the page asks what. */
export function applyLiveEvent(client: QueryClient, shop: string, event: LiveEvent): void {
  const stale = (queryKey: readonly unknown[]) => void client.invalidateQueries({ queryKey })
  if (event.kind === 'notification') {
    stale(notificationKeys.lists(shop))
    if (event.id) stale(notificationKeys.detail(shop, event.id))
  }
  if (event.kind === 'product' || event.kind === 'products') {
    stale(productKeys.lists(shop))
    stale(radarKey(shop))
    stale(event.id ? productKeys.detail(shop, event.id) : productKeys.all(shop))
  }
  // One that is joined to another is part of that one's page too.
  if (event.kind === 'customer' || event.kind === 'customers') stale(customerKeys.all(shop))
  if (event.kind === 'task') {
    stale(taskKeys.list(shop))
    stale(event.id ? taskKeys.task(shop, event.id) : taskKeys.all(shop))
    return
  }
  if (event.kind === 'people') return stale(peopleKeys.all(shop))
  // A list says itself that it could not be refreshed.
  if (event.kind === 'gateway') {
    stale(productKeys.lists(shop))
    stale(customerKeys.lists(shop))
  }
  stale(gatewayKey(shop))
}

/** After the connection was away, whatever it would have told is unknown. */
export function catchUp(client: QueryClient, shop: string): void {
  for (const queryKey of [
    notificationKeys.all(shop),
    productKeys.all(shop),
    customerKeys.all(shop),
    taskKeys.all(shop),
    peopleKeys.all(shop),
    gatewayKey(shop),
  ]) {
    void client.invalidateQueries({ queryKey })
  }
}
