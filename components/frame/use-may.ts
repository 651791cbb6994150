'use client'
import { createContext, useContext } from 'react'
import { mayIn, type Permission, type Role, type ShopAllowances } from '@/lib/core/permissions'

/** The viewer's role in the current shop, and what this shop allows beyond roles. */
export const CurrentRole = createContext<{ role: Role; allows: ShopAllowances }>({
  role: 'support',
  allows: { supportCheckouts: false },
})

/** Whether the viewer has a permission, from the same table that the server enforces. */
export function useMay(permission: Permission): boolean {
  const { role, allows } = useContext(CurrentRole)
  return mayIn(allows, role, permission)
}
