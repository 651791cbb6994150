/** What can be done with many products; some of the API's operations are two choices for people. */
export const bulkKinds = [
  'set_price',
  'change_price',
  'set_quantity',
  'extend_expiry',
  'makeTest',
  'makeReal',
  'archive',
  'restore',
] as const
export type BulkKind = (typeof bulkKinds)[number]

/** As a dialog, loaded on intent. */
export const loadBulkDialog = () => import('./bulk-dialog')
