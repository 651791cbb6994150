'use client'
import { useRouter } from 'next/navigation'
import { type ReactNode, useLayoutEffect } from 'react'
import { readAmountsWith } from '@/lib/core/client/shop-api'
import type { MinorUnitOverrides } from '@/lib/gateway/values/minor-units'
import { MinorUnits } from './use-money'

interface ShopMoneyProps {
  shop: string
  /** The shop's own numbers of decimals per currency. */
  overrides: MinorUnitOverrides
  children: ReactNode
}

/**
 * Gives the pages of a shop its decimals, and makes their requests name them. If the shop has others by now, the server
 * refuses amounts; the frame is then rendered again.
 */
export function ShopMoney({ shop, overrides, children }: ShopMoneyProps) {
  const router = useRouter()
  // Before the effects of the page, which send its first requests.
  useLayoutEffect(
    () => readAmountsWith({ shop, overrides, onOutdated: () => router.refresh() }),
    [shop, overrides, router],
  )
  return <MinorUnits value={overrides}>{children}</MinorUnits>
}
