/** Permissions by role: the one table that handlers, navigation and buttons read. Roles are held per shop. */
export const roles = ['owner', 'manager', 'support'] as const
export type Role = (typeof roles)[number]

const everyone: readonly Role[] = roles
const managers: readonly Role[] = ['owner', 'manager']
const owners: readonly Role[] = ['owner']

const table = {
  'shop.read': everyone,
  // Name, mode, addresses of the gateway and keys.
  'shop.configure': owners,
  'products.read': everyone,
  'products.share': everyone,
  'products.write': managers,
  'products.export': managers,
  'checkouts.read': everyone,
  // Also support, if the shop allows it (`mayIn`).
  'checkouts.create': managers,
  'checkouts.import': managers,
  'checkouts.export': managers,
  // The templates of the whole shop.
  'checkouts.templates': managers,
  'card_tokens.read': managers,
  // Typing in a card, in a shop that allows it (endpoint 1).
  'card_tokens.create': managers,
  // Showing a whole token, which is recorded.
  'card_tokens.reveal': managers,
  'payments.configure': owners,
  'payments.read': everyone,
  'payments.export': managers,
  'payments.annotate': everyone,
  // Accepting the amount paid when it differs from the amount asked for.
  'payments.accept': managers,
  // Comparing the ledger with the provider's statement, and recording what only the statement has.
  'payments.reconcile': managers,
  'notifications.read': everyone,
  // Exports mask only cards.
  'notifications.export': managers,
  'notifications.link': everyone,
  // Processing a stored notification again, and sending samples.
  'notifications.replay': managers,
  // Addresses and their keys, evidence rules, answers to verification requests.
  'notifications.configure': owners,
  // Seeing forwarding addresses and what became of each message; sending one again.
  'forwarding.read': managers,
  'forwarding.manage': owners,
  'alerts.read': managers,
  'alerts.manage': owners,
  'statistics.read': managers,
  // Each kind of job needs a further permission (lib/jobs/schema.ts).
  'jobs.read': managers,
  'customers.read': everyone,
  // Notes, labels and corrected contact details, which only Counterfoil holds.
  'customers.annotate': everyone,
  'customers.create': managers,
  // Also seeing such jobs: their rows are personal data.
  'customers.import': managers,
  'customers.merge': managers,
  'customers.anonymise': managers,
  'customers.export': managers,
  // Shown unmasked. Others may reveal one value at a time, which is recorded.
  'personal_data.read': managers,
  'personal_data.reveal': everyone,
  'people.manage': owners,
  // API tokens of the shop, and those that its people made for themselves.
  'api_tokens.manage': owners,
  // Who did what, and from which address.
  'activity.read': owners,
  'retention.manage': owners,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof table
export const permissions = Object.keys(table) as Permission[]

/**
 * What an API token may be allowed. Settings, people and secrets, and all that asks for a recent sign-in, are for people
 * alone.
 */
export const tokenScopes = [
  'shop.read',
  'products.read',
  'products.write',
  'products.export',
  'checkouts.read',
  'checkouts.create',
  'checkouts.import',
  'checkouts.export',
  'checkouts.templates',
  'payments.read',
  'payments.annotate',
  'payments.accept',
  'payments.reconcile',
  'customers.read',
  'customers.annotate',
  'customers.create',
  'customers.import',
  'customers.export',
  'customers.merge',
  'personal_data.read',
  'card_tokens.read',
  'card_tokens.create',
  'notifications.read',
  'notifications.link',
  'notifications.replay',
  'forwarding.read',
  'alerts.read',
  'statistics.read',
  'jobs.read',
] as const satisfies readonly Permission[]
export type TokenScope = (typeof tokenScopes)[number]

/** What somebody may do in a shop: what their role may, or what an API token may. */
export type Access = Role | readonly Permission[]

/** What a shop allows beyond roles, and whether it can only be read. */
export type ShopAllowances = { supportCheckouts: boolean; isArchived: boolean }

/** Permissions whose buttons are hidden in an archived shop. Its handlers refuse every change in any case (route.ts). */
const hiddenInArchive: ReadonlySet<Permission> = new Set([
  'products.write',
  'checkouts.create',
  'checkouts.import',
  'checkouts.templates',
  'card_tokens.create',
  'payments.annotate',
  'payments.accept',
  'payments.reconcile',
  'notifications.link',
  'notifications.replay',
  'customers.annotate',
  'customers.create',
  'customers.import',
  'customers.merge',
  'customers.anonymise',
])

/** Returns whether a button for it is worth showing: the role has the permission, and the shop is in use. */
export const canNow = (shop: ShopAllowances, role: Role, permission: Permission): boolean =>
  mayIn(shop, role, permission) && !(shop.isArchived && hiddenInArchive.has(permission))

/** Returns whether they have the permission in this shop, allowances included. */
export const mayIn = (
  shop: Pick<ShopAllowances, 'supportCheckouts'>,
  access: Access,
  permission: Permission,
): boolean =>
  may(access, permission) ||
  (permission === 'checkouts.create' && access === 'support' && shop.supportCheckouts)

/** Returns whether they have the permission in every shop. */
export const may = (access: Access, permission: Permission): boolean =>
  typeof access === 'string' ? table[permission].includes(access) : access.includes(permission)
