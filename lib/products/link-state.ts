/** Links and their faults. Imports no schemas, to keep the browser bundle small. */
import type { ProductItem } from './schema'
import { productState } from './state'
import { urlOf } from '../gateway/values/url'

/**
 * `missing`: the gateway gave no address. `not_web`: not http or https. `elsewhere`: leads to the sandbox of another
 * host. `pending`: a payment is under way. `used`: the link was already paid.
 */
export type LinkFault =
  | 'missing'
  | 'not_web'
  | 'elsewhere'
  | 'vanished'
  | 'archived'
  | 'expired'
  | 'sold_out'
  | 'unconfirmed'
  | 'pending'
  | 'used'
  | 'declined'
  | 'cancelled'

/** `duplicate`: create another product like it. `settle`: ask a person whether the checkout exists. */
export type LinkRepair = 'extend' | 'restock' | 'unarchive' | 'duplicate' | 'reissue' | 'settle'

export type LinkState = { fault: null; repair: null } | { fault: LinkFault; repair: LinkRepair | null }

export interface LinkView {
  /** In ms. */
  now: number
  /** The origin of this host's sandbox; null for a shop of a real gateway. */
  sandbox: string | null
}

export const payable: LinkState = { fault: null, repair: null }

type JudgedProduct = Pick<
  ProductItem,
  'infinite' | 'quantity' | 'immortal' | 'expired_at' | 'archived' | 'vanished'
>

const productRepairs: Partial<Record<LinkFault, LinkRepair>> = {
  vanished: 'duplicate',
  elsewhere: 'duplicate',
  archived: 'unarchive',
  expired: 'extend',
  sold_out: 'restock',
}

export function productLink(product: JudgedProduct, url: string | null, view: LinkView): LinkState {
  const fault = productFault(product, view.now) ?? addressFault(url, view)
  return fault === null ? payable : { fault, repair: productRepairs[fault] ?? null }
}

function productFault(product: JudgedProduct, now: number): LinkFault | null {
  if (product.vanished) return 'vanished'
  if (product.archived) return 'archived'
  const state = productState(product, now)
  switch (state) {
    case 'expired':
    case 'sold_out':
      return state
    // Nothing says that an unknown product cannot be paid.
    case 'live':
    case 'unknown':
      return null
  }
}

export function addressFault(url: string | null, { sandbox }: LinkView): LinkFault | null {
  if (url === null || url === '') return 'missing'
  if (!isWebAddress(url)) return 'not_web'
  if (sandbox === null) return null
  const { origin, pathname } = new URL(url)
  return pathname.startsWith('/sandbox/') && origin !== sandbox ? 'elsewhere' : null
}

/** Only http and https addresses may be rendered as links. */
export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url) && urlOf(url) !== null
