'use client'
import { createContext, useContext } from 'react'
import type { CheckoutItem } from '@/lib/checkouts/schema'

interface CheckoutActions {
  shop: string
  reissue: (checkout: CheckoutItem) => void
  /** Searches the list for this tracking ID. */
  showTracking: (trackingId: string) => void
}

export const CheckoutActionsContext = createContext<CheckoutActions>({
  shop: '',
  reissue: () => {},
  showTracking: () => {},
})
export const useCheckoutActions = () => useContext(CheckoutActionsContext)
