/** Permissions by role: the one table that handlers, navigation and buttons read. Roles are held per shop. */
export const roles = ['owner', 'manager', 'support', 'viewer'] as const
export type Role = (typeof roles)[number]

const everyone: readonly Role[] = roles
/** Roles that can change something in the shop. */
const staff: readonly Role[] = ['owner', 'manager', 'support']
const managers: readonly Role[] = ['owner', 'manager']
const owners: readonly Role[] = ['owner']

const table = {
  'shop.read': everyone,
  // Name, mode, addresses of the gateway and keys.
  'shop.configure': owners,
  'products.read': everyone,
  'products.share': staff,
  'products.write': managers,
  'products.export': managers,
  'checkouts.read': everyone,
  // Also support, if the shop allows it (`mayIn`), and who is allowed it (`allowed`).
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
  'payments.annotate': staff,
  // Asking the gateway for a payment or a checkout, which calls it.
  'payments.ask': staff,
  // Accepting the amount paid when it differs from the amount asked for.
  'payments.accept': managers,
  // Comparing the ledger with the provider's statement, and recording what only the statement has.
  'payments.reconcile': managers,
  'notifications.read': everyone,
  // Exports mask only cards.
  'notifications.export': managers,
  'notifications.link': staff,
  // Processing a stored notification again, and sending samples.
  'notifications.replay': managers,
  // Addresses and their keys, evidence rules, answers to verification requests.
  'notifications.configure': owners,
  // Seeing forwarding addresses and the outcome of each message; sending one again.
  'forwarding.read': managers,
  'forwarding.manage': owners,
  'alerts.read': managers,
  'alerts.manage': owners,
  'statistics.read': managers,
  // Each kind of job needs a further permission (lib/jobs/schema.ts).
  'jobs.read': managers,
  'customers.read': everyone,
  // Notes, labels and corrected contact details, which only Counterfoil holds.
  'customers.annotate': staff,
  'customers.create': managers,
  // Also seeing such jobs: their rows are personal data.
  'customers.import': managers,
  'customers.merge': managers,
  'customers.anonymise': managers,
  'customers.export': managers,
  // Shown unmasked. Others may reveal one value at a time, which is recorded.
  'personal_data.read': managers,
  'personal_data.reveal': staff,
  'people.manage': owners,
  // API tokens of the shop, and those that its people made for themselves.
  'api_tokens.manage': owners,
  // Who did what, and from which address.
  'activity.read': owners,
  'retention.manage': owners,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof table
export const permissions = Object.keys(table) as Permission[]

/** What an owner can allow a person in a shop beyond their role, and the permissions that it adds. */
const allowed = {
  checkouts: ['checkouts.create'],
  personal_data: ['personal_data.read', 'personal_data.reveal'],
  replay: ['notifications.replay'],
} as const satisfies Record<string, readonly Permission[]>

export type Allowance = keyof typeof allowed
export const allowances = Object.keys(allowed) as [Allowance, ...Allowance[]]

/**
 * What a person has in a shop: a role, and what they are allowed beyond it. With the `scopes` of an API token, these
 * limit the permissions too.
 */
export type Rights = { role: Role; allowances?: readonly Allowance[]; scopes?: readonly Permission[] }

/** What must be equal for two people to see the same: part of the key of an answer that is kept. */
export const rightsKey = ({ role, allowances: given, scopes }: Rights): string =>
  JSON.stringify([role, given, scopes])

/** Returns those of the allowances that add something to a role, each once, in the order of the table. */
export const addedTo = (role: Role, given: readonly Allowance[]): Allowance[] =>
  allowances.filter(
    (one) => given.includes(one) && !allowed[one].every((permission) => table[permission].includes(role)),
  )

/** The allowance that gives a permission; null if only roles do. */
export const allowanceFor = (permission: Permission): Allowance | null =>
  allowances.find((one) => permissionsOf(one).includes(permission)) ?? null

const permissionsOf = (allowance: Allowance): readonly Permission[] => allowed[allowance]

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
  'payments.ask',
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
/** Permissions that change settings. Open pages are notified of each change. */
const settingsPermissions: ReadonlySet<Permission> = new Set([
  'shop.configure',
  'payments.configure',
  'notifications.configure',
  'forwarding.manage',
  'alerts.manage',
  'people.manage',
  'retention.manage',
])
export const changesSettings = (permission: Permission): boolean => settingsPermissions.has(permission)

/** What a shop allows beyond roles, and whether it can only be read. */
export type ShopAllowances = { hasSupportCheckouts: boolean; isArchived: boolean }

/** Permissions whose buttons are hidden in an archived shop. Its handlers refuse every change in any case (route.ts). */
const hiddenInArchive: ReadonlySet<Permission> = new Set([
  'products.write',
  'checkouts.create',
  'checkouts.import',
  'checkouts.templates',
  'card_tokens.create',
  'payments.annotate',
  'payments.ask',
  'payments.accept',
  'payments.reconcile',
  'notifications.link',
  'notifications.replay',
  'forwarding.manage',
  'customers.annotate',
  'customers.create',
  'customers.import',
  'customers.merge',
  'customers.anonymise',
])

/** Returns whether a button for it is worth showing: the person has the permission, and the shop is in use. */
export const canNow = (shop: ShopAllowances, rights: Rights, permission: Permission): boolean =>
  mayInShop(shop, rights, permission) && !(shop.isArchived && hiddenInArchive.has(permission))

/** Returns whether a person has the permission in this shop, including what the shop allows. */
export const mayInShop = (
  shop: Pick<ShopAllowances, 'hasSupportCheckouts'>,
  rights: Rights,
  permission: Permission,
): boolean =>
  may(rights, permission) ||
  (permission === 'checkouts.create' &&
    rights.role === 'support' &&
    shop.hasSupportCheckouts &&
    isInScope(rights, permission))

/** Returns whether a person has the permission by role or allowance, regardless of what the shop allows. */
export const may = (rights: Rights, permission: Permission): boolean =>
  isInScope(rights, permission) &&
  (table[permission].includes(rights.role) ||
    allowances.some((one) => rights.allowances?.includes(one) && permissionsOf(one).includes(permission)))

const isInScope = ({ scopes }: Rights, permission: Permission): boolean =>
  scopes === undefined || scopes.includes(permission)
