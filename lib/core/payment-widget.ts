/**
 * Whether a page is the hosted payment page or follows it. These may stand in a frame of any merchant's page
 * (docs/gateway.md#checkout-request: `iframe`); nothing else may stand in anyone's. `next.config.mjs` names the same pages.
 */
export const isPaymentWidget = (pathname: string): boolean =>
  pathname === '/sandbox/v2/checkout' || /^\/sandbox\/payments\/[^/]+(\/challenge)?$/.test(pathname)
