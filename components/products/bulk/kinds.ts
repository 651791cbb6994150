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

export const loadBulkDialog = () => import('./bulk-dialog')
