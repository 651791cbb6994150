/** Who may do what: the one table that handlers, navigation and buttons read. Roles are held per shop. */
export const roles = ['owner', 'manager', 'support'] as const
export type Role = (typeof roles)[number]

const everyone: readonly Role[] = roles
const managers: readonly Role[] = ['owner', 'manager']

/** A permission is a resource and a verb; a role has it when it is listed. */
const table = {
  'shop.read': everyone,
  'products.read': everyone,
  'products.share': everyone,
  'products.write': managers,
  'products.export': managers,
  'notifications.read': everyone,
  'personal_data.read': managers,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof table
export const permissions = Object.keys(table) as Permission[]

/** Whether `role` has `permission`. */
export const may = (role: Role, permission: Permission): boolean => table[permission].includes(role)
