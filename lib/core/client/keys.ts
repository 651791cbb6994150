/**
 * Keys of cached answers. Each begins with the resource and the shop. Separate from the queries, so that invalidating
 * the keys does not load the queries.
 */

/** Replaces a shop's ID for data of the whole installation. No shop has this ID. */
export const installation = ''

const listedKeys = <Name extends string>(name: Name) => {
  const all = (shop: string) => [name, shop] as const
  const lists = (shop: string) => [...all(shop), 'list'] as const
  return {
    all,
    lists,
    list: <Filters extends object>(shop: string, filters: Filters) => [...lists(shop), filters] as const,
    detail: (shop: string, id: string) => [...all(shop), 'detail', id] as const,
  }
}

export const cardTokenKeys = listedKeys('card-tokens')
export const checkoutKeys = listedKeys('checkouts')
export const notificationKeys = listedKeys('notifications')
export const paymentKeys = listedKeys('payments')
export const productKeys = listedKeys('products')
export const customerKeys = {
  ...listedKeys('customers'),
  details: (shop: string) => ['customers', shop, 'detail'] as const,
  timelines: (shop: string, id: string) => ['customers', shop, 'detail', id, 'timeline'] as const,
}

export const peopleKeys = {
  all: (shop: string) => ['people', shop] as const,
  list: (shop: string) => [...peopleKeys.all(shop), 'list'] as const,
  invitations: (shop: string) => [...peopleKeys.all(shop), 'invitations'] as const,
}

/** The person's own account, which belongs to no shop. */
export const accountKeys = {
  profile: ['account', 'profile'] as const,
  sessions: ['account', 'sessions'] as const,
  factors: ['account', 'factors'] as const,
  apiTokens: ['account', 'api-tokens'] as const,
  identities: ['account', 'identities'] as const,
}

export const apiTokenKeys = {
  all: (shop: string) => ['api-tokens', shop] as const,
}

export const jobKeys = {
  all: (shop: string) => ['jobs', shop] as const,
  lists: (shop: string) => [...jobKeys.all(shop), 'list'] as const,
  list: (shop: string, cursor: string | undefined) => [...jobKeys.lists(shop), { cursor }] as const,
  copies: (shop: string) => [...jobKeys.all(shop), 'copies'] as const,
  /** Matches the job and everything that belongs to it. */
  job: (shop: string, id: string) => [...jobKeys.all(shop), 'job', id] as const,
  detail: (shop: string, id: string) => [...jobKeys.job(shop, id), 'detail'] as const,
  rows: <Filters extends object>(shop: string, id: string, filters: Filters) =>
    [...jobKeys.job(shop, id), 'rows', filters] as const,
}

export const paymentReportKey = <Query extends object>(shop: string, query: Query) =>
  [...paymentKeys.all(shop), 'report', query] as const

/** Outside `productKeys.lists`, whose cache entries are pages. */
export const radarKey = (shop: string) => [...productKeys.all(shop), 'radar'] as const

export const gatewayKey = (shop: string) => ['gateway', shop] as const

export const forwardingKeys = {
  all: (shop: string) => ['forwarding', shop] as const,
}

export const alertKeys = {
  all: (shop: string) => ['alerts', shop] as const,
}

export const statisticsKeys = {
  all: (shop: string) => ['statistics', shop] as const,
}

export const settingsKeys = {
  /** Everything in a shop's settings, which share one version. */
  all: (shop: string) => ['settings', shop] as const,
  page: (shop: string, name: string) => [...settingsKeys.all(shop), name] as const,
}
