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
  'notifications.read': everyone,
  // What each job needs beside this hangs on its kind (contracts/task.ts).
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

/** Whether `role` has `permission`. */
export const may = (role: Role, permission: Permission): boolean => table[permission].includes(role)
