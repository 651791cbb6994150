/** What each kind of import reads, for whoever treats them alike. */
import { checkoutTargets, readOnlyCheckoutColumns } from '../checkouts/import'
import { customerExportColumns, localExportColumns } from '../customers/export'
import { customerTargets } from '../customers/import'
import { exportColumns, productTargets } from '../products/import'
import type { ImportKindName } from './schema'

type Targets = {
  /** What columns may be read as. */
  targets: readonly string[]
  /** Columns of our own export, by their names there, that say what no file can change. */
  readOnly: readonly string[]
}

const among = (targets: readonly string[]) => (column: string) => targets.includes(column)

/** What the files of each kind of import may hold. */
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

/** The kind of import that the task is; null where it is none, or puts one back. */
export const importKindOf = ({
  kind,
  undoes,
}: {
  kind: string
  undoes: string | null
}): ImportKindName | null =>
  undoes === null && Object.hasOwn(importTargets, kind) ? (kind as ImportKindName) : null

/** What a kind of task is about. */
export type TaskSubject = 'products' | 'checkouts' | 'customers'
export const subjectOf = ({ kind }: { kind: string }): TaskSubject => {
  if (kind === 'checkouts.import') return 'checkouts'
  return kind === 'customers.import' ? 'customers' : 'products'
}
