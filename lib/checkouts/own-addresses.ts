import { urlOf } from '../gateway/values/url'

/** Our addresses for a new checkout. */
export interface OwnAddresses {
  /** Where notifications go; null if the gateway could not reach it. */
  notification: string | null
  /**
   * Where the gateway sends verification requests. Null if the shop does not use them, or if the gateway could not
   * reach the address: it would then decline every payment.
   */
  verification: string | null
}

const ownPath = /^\/api\/hooks\/[^/]+\/(notification|verification)$/

/**
 * Returns the address for a checkout that repeats an earlier one: the key in an address of ours may have been replaced
 * since, so the present one takes its place. Other addresses stay. Undefined: no address.
 */
export function presentAddress(
  earlier: string | undefined,
  kind: keyof OwnAddresses,
  own: OwnAddresses,
): string | undefined {
  const url = urlOf(earlier ?? '')
  if (!url || own.notification === null) return earlier
  const isOurs = url.origin === new URL(own.notification).origin && ownPath.exec(url.pathname)?.[1] === kind
  return isOurs ? (own[kind] ?? undefined) : earlier
}

type Addresses = { notification_url?: string; card_notification_url?: string; verification_url?: string }

/** Returns earlier settings, with our present addresses. A missing address has no key, so defaults fill it. */
export function withPresentAddresses<Settings extends Addresses>(
  settings: Settings,
  own: OwnAddresses,
): Settings {
  const present = {
    ...settings,
    notification_url: presentAddress(settings.notification_url, 'notification', own),
    card_notification_url: presentAddress(settings.card_notification_url, 'notification', own),
    verification_url: presentAddress(settings.verification_url, 'verification', own),
  }
  return Object.fromEntries(Object.entries(present).filter(([, value]) => value !== undefined)) as Settings
}
