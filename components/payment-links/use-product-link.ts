'use client'
import { type LinkState, productLink } from '@/lib/products/link-state'
import { useLinkView } from './link-view'

export function useProductLink(product: Parameters<typeof productLink>[0], url: string | null): LinkState {
  return productLink(product, url, useLinkView())
}
