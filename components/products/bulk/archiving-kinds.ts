import type { archivedChoices } from '@/lib/products/state'
import type { ArchivingKind } from './kinds'

interface Picked {
  isAll: boolean
  /** The products selected one by one. */
  rows: readonly { archived: boolean }[]
}

/**
 * Returns the actions that make sense for a selection. If all matching products are selected, their states
 * are unknown,
 * but the filter (`shown`) tells whether archived products are among them.
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
