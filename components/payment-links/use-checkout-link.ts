'use client'
import { checkoutLink } from '@/lib/checkouts/link'
import type { LinkState } from '@/lib/products/link-state'
import { useLinkView } from './link-view'

export function useCheckoutLink(checkout: Parameters<typeof checkoutLink>[0]): LinkState {
  return checkoutLink(checkout, useLinkView())
}
