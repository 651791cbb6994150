'use client'
import { createContext, useContext } from 'react'
import { useClock } from '@/components/time/clock'
import { checkoutLink } from '@/lib/checkouts/link'
import { type LinkState, type LinkView, productLink } from '@/lib/products/link-state'

/** The origin of this host's sandbox, in the sandbox's shop; null in a shop of a real gateway. */
export const SandboxOrigin = createContext<string | null>(null)

/** Returns what link states depend on. It follows the clock, so that a link expires while it is shown. */
export function useLinkView(): LinkView {
  const sandbox = useContext(SandboxOrigin)
  return { now: useClock().valueOf(), sandbox }
}

export function useProductLink(product: Parameters<typeof productLink>[0], url: string | null): LinkState {
  return productLink(product, url, useLinkView())
}

export function useCheckoutLink(checkout: Parameters<typeof checkoutLink>[0]): LinkState {
  return checkoutLink(checkout, useLinkView())
}
