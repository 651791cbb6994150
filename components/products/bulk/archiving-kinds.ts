import type { archivedChoices } from '@/lib/products/state'
import type { ArchivingKind } from './kinds'

interface Picked {
  isAll: boolean
  /** Those picked one by one. */
  rows: readonly { archived: boolean }[]
}

/**
 * The actions that make sense for a selection. Which of all matching products are archived is unknown, but the list
 * leaves out archived ones unless it is asked for them (`shown`).
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
