'use client'
import { createContext, useContext } from 'react'
import { canNow, mayInShop, type Permission, type Rights, type ShopAllowances } from '@/lib/core/permissions'

/** What the person may do in the current shop, and what this shop allows beyond that. */
export const CurrentRole = createContext<Rights & { allows: ShopAllowances }>({
  role: 'support',
  allows: { hasSupportCheckouts: false, isArchived: false },
})

/** Whether the shop is archived, so that it can only be read. */
export const useIsArchived = (): boolean => useContext(CurrentRole).allows.isArchived

/** Whether the person has a permission, from the same table that the server enforces, and the shop is in use. */
export function useMay(permission: Permission): boolean {
  const { allows, ...rights } = useContext(CurrentRole)
  return canNow(allows, rights, permission)
}

/** The same, also in an archived shop: for what a permission that changes things lets people read. */
export function useMayRead(permission: Permission): boolean {
  const { allows, ...rights } = useContext(CurrentRole)
  return mayInShop(allows, rights, permission)
}
