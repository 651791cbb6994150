'use client'
import { createContext, useContext } from 'react'
import type { ProductListItem } from '@/lib/products/schema'

export type QuickField = 'price' | 'stock'

interface ProductActions {
  shop: string
  /** Opens the quick edit form at `anchor`, or the share sheet. Focus returns to `anchor`. */
  open: (what: QuickField | 'share', product: ProductListItem, anchor: HTMLElement) => void
  archive: (product: ProductListItem) => void
}

export const ProductActionsContext = createContext<ProductActions | null>(null)

export function useProductActions(): ProductActions {
  const actions = useContext(ProductActionsContext)
  if (!actions) throw new Error('There is no list of products around this')
  return actions
}

export const loadQuickEdit = () => import('./quick-edit')
