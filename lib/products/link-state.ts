/** Whether a payment link can be used now, why not, and what repairs it. Without schemas, as lists in the browser use it. */
import type { ProductItem } from './schema'
import { productState } from './state'

/**
 * `missing`: the gateway gave no address. `not_web`: its address is not http or https. `elsewhere`: it leads to the
 * sandbox of another host. `pending`: a payment is under way. `used`: something was paid through it already.
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

/** `duplicate`: make another product like it. `settle`: say whether the checkout exists. */
export type LinkRepair = 'extend' | 'restock' | 'unarchive' | 'duplicate' | 'reissue' | 'settle'

/** A link without a fault can be paid now, as far as is known here. */
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

/** One of a product's links: `url` is its pay_url or its confirm_url. */
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
    // Of an unknown one nothing says that it cannot be paid.
    case 'live':
    case 'unknown':
      return null
  }
}

/** What is wrong with the address itself. */
export function addressFault(url: string | null, { sandbox }: LinkView): LinkFault | null {
  if (url === null || url === '') return 'missing'
  if (!isWebAddress(url)) return 'not_web'
  if (sandbox === null) return null
  const { origin, pathname } = new URL(url)
  return pathname.startsWith('/sandbox/') && origin !== sandbox ? 'elsewhere' : null
}

/** Whether a browser opens it as a page: only such an address is a link. */
export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url) && URL.canParse(url)
