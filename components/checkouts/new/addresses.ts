/** This application's own addresses, which the form fills in by itself. */
export interface Addresses {
  /** Where notifications go; null where the gateway could not reach it. */
  notification: string | null
  /**
   * Where the shop judges payments before they are made; null where it does not, or the gateway could not reach it and
   * would decline them all.
   */
  verification: string | null
}
