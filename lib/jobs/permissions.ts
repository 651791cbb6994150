/** Separate, so that a list which only links to an import does not load zod. */
import type { Permission } from '../core/permissions'
import type { JobKindName } from './schema'

/** The permissions to order, see and control jobs of a kind, and to read their reports. Others see no such jobs. */
export const jobPermissions: Record<JobKindName, { order: Permission; report: Permission }> = {
  'products.bulk': { order: 'products.write', report: 'products.export' },
  'products.copy': { order: 'products.write', report: 'products.export' },
  'products.import': { order: 'products.write', report: 'products.export' },
  'checkouts.import': { order: 'checkouts.import', report: 'checkouts.export' },
  'customers.import': { order: 'customers.import', report: 'customers.export' },
}

/** Kinds of jobs whose rows are personal data. */
export const holdsPeople = (kind: string): boolean =>
  kind === 'customers.import' || kind === 'checkouts.import'
