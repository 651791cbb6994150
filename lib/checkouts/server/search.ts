import 'server-only'
import { searchText } from '../../core/server/search/fold'
import type { CheckoutRow } from './tables'

type Searched = Pick<CheckoutRow, 'id' | 'token' | 'description' | 'trackingId' | 'email' | 'customerId'>

/** What a checkout is found by; `uids`: of what was paid through it. */
export const checkoutSearchText = (checkout: Searched, uids: readonly string[] = []): string =>
  searchText([
    checkout.description,
    checkout.trackingId,
    checkout.email,
    checkout.token,
    checkout.id,
    checkout.customerId,
    ...uids,
  ])

export const checkoutSearchLines = { name: 1, id: 5, exact: [2, 3, 4] }

/** Several may stand in one, separated by semicolons (docs/gateway.md#tokenization-request). */
const mostTrackingIds = 10

/** Each of the tracking IDs in a tracking_id. */
export const trackingIdsIn = (trackingId: string | null | undefined): string[] =>
  [
    ...new Set(
      (trackingId ?? '')
        .split(';')
        .map((part) => part.replaceAll('\0', '').trim())
        .filter((part) => part !== ''),
    ),
  ].slice(0, mostTrackingIds)
