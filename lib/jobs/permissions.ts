/** By itself, so that a list which only links to an import does not load what reads one (zod). */
import type { Permission } from '../core/permissions'
import type { TaskKindName } from './schema'

/**
 * Who may order, see and steer tasks of a kind, whose rows are what somebody brought; who may take their reports away
 * as a file. To all others such tasks are not there.
 */
export const taskPermissions: Record<TaskKindName, { order: Permission; report: Permission }> = {
  'products.bulk': { order: 'products.write', report: 'products.export' },
  'products.import': { order: 'products.write', report: 'products.export' },
  'checkouts.import': { order: 'checkouts.import', report: 'checkouts.export' },
  'customers.import': { order: 'customers.import', report: 'customers.export' },
}
