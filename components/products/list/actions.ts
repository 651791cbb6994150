'use client'
import { createContext, useContext } from 'react'
import type { ProductListItem } from '@/lib/products/schema'

/** What can be changed in the list itself. */
export type QuickField = 'price' | 'stock'

interface ProductActions {
  shop: string
  /** Opens the little form at `anchor`, or the sheet to share it; `anchor` gets the focus back. */
  open: (what: QuickField | 'share', product: ProductListItem, anchor: HTMLElement) => void
  archive: (product: ProductListItem) => void
}

/** What the rows of a list do with their products. */
export const ProductActionsContext = createContext<ProductActions | null>(null)

export function useProductActions(): ProductActions {
  const actions = useContext(ProductActionsContext)
  if (!actions) throw new Error('There is no list of products around this')
  return actions
}

export const loadQuickEdit = () => import('./quick-edit')
