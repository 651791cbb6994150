import type { CardTokenListQuery } from '../contracts/card-token'
import type { CheckoutListQuery } from '../contracts/checkout'
import type { CustomerListQuery } from '../contracts/customer'
import type { NotificationListQuery } from '../contracts/notification'
import type { ProductListQuery } from '../contracts/product'
import type { TaskRowState } from '../contracts/task'

export type CardTokenFilters = Partial<CardTokenListQuery>
export type CheckoutFilters = Partial<CheckoutListQuery>
export type CustomerFilters = Partial<CustomerListQuery>
export type NotificationFilters = Partial<NotificationListQuery>
export type ProductFilters = Partial<ProductListQuery>
export type TaskRowFilters = { state?: TaskRowState; cursor?: string; limit?: number }

// Apart from the questions themselves: the frame makes all of them ask again, and loads none of them.

export const cardTokenKeys = {
  all: (shop: string) => ['card-tokens', shop] as const,
  lists: (shop: string) => [...cardTokenKeys.all(shop), 'list'] as const,
  list: (shop: string, filters: CardTokenFilters) => [...cardTokenKeys.lists(shop), filters] as const,
  detail: (shop: string, id: string) => [...cardTokenKeys.all(shop), 'detail', id] as const,
}

export const checkoutKeys = {
  all: (shop: string) => ['checkouts', shop] as const,
  lists: (shop: string) => [...checkoutKeys.all(shop), 'list'] as const,
  list: (shop: string, filters: CheckoutFilters) => [...checkoutKeys.lists(shop), filters] as const,
  detail: (shop: string, id: string) => [...checkoutKeys.all(shop), 'detail', id] as const,
}

export const customerKeys = {
  all: (shop: string) => ['customers', shop] as const,
  lists: (shop: string) => [...customerKeys.all(shop), 'list'] as const,
  list: (shop: string, filters: CustomerFilters) => [...customerKeys.lists(shop), filters] as const,
  details: (shop: string) => [...customerKeys.all(shop), 'detail'] as const,
  detail: (shop: string, id: string) => [...customerKeys.details(shop), id] as const,
  timelines: (shop: string, id: string) => [...customerKeys.detail(shop, id), 'timeline'] as const,
}

export const notificationKeys = {
  all: (shop: string) => ['notifications', shop] as const,
  lists: (shop: string) => [...notificationKeys.all(shop), 'list'] as const,
  list: (shop: string, filters: NotificationFilters) => [...notificationKeys.lists(shop), filters] as const,
  detail: (shop: string, id: string) => [...notificationKeys.all(shop), 'detail', id] as const,
}

export const peopleKeys = {
  all: (shop: string) => ['people', shop] as const,
  list: (shop: string) => [...peopleKeys.all(shop), 'list'] as const,
  invitations: (shop: string) => [...peopleKeys.all(shop), 'invitations'] as const,
}

export const productKeys = {
  all: (shop: string) => ['products', shop] as const,
  lists: (shop: string) => [...productKeys.all(shop), 'list'] as const,
  list: (shop: string, filters: ProductFilters) => [...productKeys.lists(shop), filters] as const,
  detail: (shop: string, id: string) => [...productKeys.all(shop), 'detail', id] as const,
}

export const taskKeys = {
  all: (shop: string) => ['tasks', shop] as const,
  lists: (shop: string) => [...taskKeys.all(shop), 'list'] as const,
  list: (shop: string, cursor: string | undefined) => [...taskKeys.lists(shop), { cursor }] as const,
  /** The task and everything of it. */
  task: (shop: string, id: string) => [...taskKeys.all(shop), 'task', id] as const,
  detail: (shop: string, id: string) => [...taskKeys.task(shop, id), 'detail'] as const,
  rows: (shop: string, id: string, filters: TaskRowFilters) =>
    [...taskKeys.task(shop, id), 'rows', filters] as const,
}

/** Apart from the lists, whose entries are pages. */
export const radarKey = (shop: string) => [...productKeys.all(shop), 'radar'] as const

export const gatewayKey = (shop: string) => ['gateway', shop] as const

export const forwardingKeys = {
  all: (shop: string) => ['forwarding', shop] as const,
}

export const alertKeys = {
  all: (shop: string) => ['alerts', shop] as const,
}

/** Volumes, rates and what else the overview counts. */
export const statisticsKeys = {
  all: (shop: string) => ['statistics', shop] as const,
}

export const notificationSettingsKey = (shop: string) => ['notification-settings', shop] as const
