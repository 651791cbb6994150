import type { archivedChoices } from '@/lib/products/state'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

/** The bulk changes as people see them. Some API operations appear as two choices. */
export const changeKinds = [
  'set_price',
  'change_price',
  'set_quantity',
  'extend_expiry',
  'makeTest',
  'makeReal',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Kept out of the menu of changes: these have their own buttons. */
export type ArchivingKind = 'archive' | 'restore'
/** Orders with a dry run that have a dialog. `copy`: to another shop. */
export type BulkKind = ChangeKind | ArchivingKind | 'copy'

export const loadBulkDialog = lazyWithMessages(() => import('./bulk-dialog'))

interface Picked {
  isAll: boolean
  /** The products selected one by one. */
  rows: readonly { archived: boolean }[]
}

/**
 * Returns the actions that make sense for a selection. If all matching products are selected, their states are unknown,
 * but the filter (`shown`) says whether archived products are among them.
 */
export function archivingKinds(
  { isAll, rows }: Picked,
  shown: (typeof archivedChoices)[number] = 'exclude',
): ArchivingKind[] {
  const kinds: ArchivingKind[] = []
  if (isAll ? shown !== 'only' : rows.some(({ archived }) => !archived)) kinds.push('archive')
  if (isAll ? shown !== 'exclude' : rows.some(({ archived }) => archived)) kinds.push('restore')
  return kinds
}
