'use client'
import { createContext, useContext } from 'react'
import { canNow, type Permission, type Role, type ShopAllowances } from '@/lib/core/permissions'

/** The viewer's role in the current shop, and what this shop allows beyond roles. */
export const CurrentRole = createContext<{ role: Role; allows: ShopAllowances }>({
  role: 'support',
  allows: { supportCheckouts: false, isArchived: false },
})

/** Whether the shop is archived, so that it can only be read. */
export const useIsArchived = (): boolean => useContext(CurrentRole).allows.isArchived

/** Whether the viewer has a permission, from the same table that the server enforces, and the shop is in use. */
export function useMay(permission: Permission): boolean {
  const { role, allows } = useContext(CurrentRole)
  return canNow(allows, role, permission)
}
