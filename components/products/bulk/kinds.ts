/** What can be changed on many products; some of the API's operations are two choices for people. */
export const changeKinds = [
  'set_price',
  'change_price',
  'set_quantity',
  'extend_expiry',
  'makeTest',
  'makeReal',
] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Has a place of its own, beside the menu with the changes. */
export type ArchivingKind = 'archive' | 'restore'
export type BulkKind = ChangeKind | ArchivingKind

/** As a dialog, loaded on intent. */
export const loadBulkDialog = () => import('./bulk-dialog')
