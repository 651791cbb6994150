import type { archivedChoices } from '@/lib/contracts/product-state'
import type { ArchivingKind } from './kinds'

interface Picked {
  isAll: boolean
  /** Those picked one by one. */
  rows: readonly { archived: boolean }[]
}

/**
 * What makes sense for a selection. Which of all that match are archived nobody knows, but for what a list leaves out:
 * those that are, unless it is asked for (`shown`).
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
