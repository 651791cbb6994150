import { checkoutTargets, readOnlyCheckoutColumns } from '../checkouts/import'
import { customerExportColumns, localExportColumns } from '../customers/export'
import { customerTargets } from '../customers/import'
import { exportColumns, productTargets } from '../products/import'
import type { ImportKindName } from './schema'

type Targets = {
  targets: readonly string[]
  /** Columns of our own export that an import cannot change. */
  readOnly: readonly string[]
}

const among = (targets: readonly string[]) => (column: string) => targets.includes(column)

export const importTargets: Record<ImportKindName, Targets> = {
  'products.import': {
    targets: productTargets,
    readOnly: exportColumns.filter((column) => !among(productTargets)(column)),
  },
  'checkouts.import': { targets: checkoutTargets, readOnly: readOnlyCheckoutColumns },
  'customers.import': {
    targets: customerTargets,
    readOnly: customerExportColumns
      .filter((column) => !among(customerTargets)(column))
      .map((column) => (localExportColumns.includes(column) ? `${column} (local)` : column)),
  },
}

/** Returns the kind of an import; null for other jobs, and for one that undoes an import. */
export const importKindOf = ({
  kind,
  undoes,
}: {
  kind: string
  undoes: string | null
}): ImportKindName | null =>
  undoes === null && Object.hasOwn(importTargets, kind) ? (kind as ImportKindName) : null

export type JobSubject = 'products' | 'checkouts' | 'customers'
export const subjectOf = ({ kind }: { kind: string }): JobSubject => {
  if (kind === 'checkouts.import') return 'checkouts'
  return kind === 'customers.import' ? 'customers' : 'products'
}
