/** Who may do what: the one table that handlers, navigation and buttons read. Roles are held per shop. */
export const roles = ['owner', 'manager', 'support'] as const
export type Role = (typeof roles)[number]

const everyone: readonly Role[] = roles
const managers: readonly Role[] = ['owner', 'manager']
const owners: readonly Role[] = ['owner']

/** A permission is a resource and a verb; a role has it when it is listed. */
const table = {
  'shop.read': everyone,
  'products.read': everyone,
  'products.share': everyone,
  'products.write': managers,
  'products.export': managers,
  'checkouts.read': everyone,
  // Support, too, where the shop lets them (`mayIn`).
  'checkouts.create': managers,
  'checkouts.import': managers,
  'checkouts.export': managers,
  // Templates that the whole shop begins with.
  'checkouts.templates': managers,
  'card_tokens.read': managers,
  // To type in a card, where the shop lets anybody (endpoint 1).
  'card_tokens.create': managers,
  // To see a token whole, which is recorded.
  'card_tokens.reveal': managers,
  'payments.configure': owners,
  'payments.read': everyone,
  // To accept what was paid instead of what was asked for.
  'payments.accept': managers,
  'notifications.read': everyone,
  // Where nothing is masked but cards.
  'notifications.export': managers,
  // To say by hand what one is about.
  'notifications.link': everyone,
  // To let a stored one go its way again, and to send samples.
  'notifications.replay': managers,
  // Addresses and their keys, what counts as evidence, the answers to verification requests.
  'notifications.configure': owners,
  // To whom notifications are sent on, and what became of each; sending one again.
  'forwarding.read': managers,
  'forwarding.manage': owners,
  'alerts.read': managers,
  'alerts.manage': owners,
  // Volumes, rates and averages of the whole shop.
  'statistics.read': managers,
  // What each job needs beside this hangs on its kind (lib/jobs/schema.ts).
  'jobs.read': managers,
  'customers.read': everyone,
  // Notes, labels, corrected contact details: what lies here only.
  'customers.annotate': everyone,
  'customers.create': managers,
  // Also to see such jobs: their rows are personal data.
  'customers.import': managers,
  'customers.merge': managers,
  'customers.anonymise': managers,
  'customers.export': managers,
  // Seen without asking; others may reveal one at a time, which is recorded.
  'personal_data.read': managers,
  'personal_data.reveal': everyone,
  'people.manage': owners,
  'retention.manage': owners,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof table
export const permissions = Object.keys(table) as Permission[]

/** What a shop lets its people do beyond their roles. */
export type ShopAllowances = { supportCheckouts: boolean }

/** Whether who has `role` may do this in such a shop. */
export const mayIn = (shop: ShopAllowances, role: Role, permission: Permission): boolean =>
  may(role, permission) || (permission === 'checkouts.create' && role === 'support' && shop.supportCheckouts)

/** Whether `role` has `permission`, wherever it is. */
export const may = (role: Role, permission: Permission): boolean => table[permission].includes(role)
