'use client'
import { createContext, useContext } from 'react'
import type { CheckoutItem } from '@/lib/checkouts/schema'

interface CheckoutActions {
  shop: string
  reissue: (checkout: CheckoutItem) => void
  /** Shows what has this tracking ID. */
  showTracking: (trackingId: string) => void
}

/** What the rows of the list can do. */
export const CheckoutActionsContext = createContext<CheckoutActions>({
  shop: '',
  reissue: () => {},
  showTracking: () => {},
})
export const useCheckoutActions = () => useContext(CheckoutActionsContext)
