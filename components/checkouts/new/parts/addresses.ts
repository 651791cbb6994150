/** Counterfoil's own URLs, which the form fills in. */
export interface Addresses {
  /** Where notifications go; null if the gateway could not reach it. */
  notification: string | null
  /**
   * Where the gateway sends verification requests. Null if the shop does not use them, or if the gateway
   * could not reach
   * the address: it would then decline every payment.
   */
  verification: string | null
}
