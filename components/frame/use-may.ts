'use client'
import { createContext, useContext } from 'react'
import { mayIn, type Permission, type Role, type ShopAllowances } from '@/lib/contracts/permissions'

/** The role of who looks, in the shop at hand, and what this shop lets people do beyond their roles. */
export const CurrentRole = createContext<{ role: Role; allows: ShopAllowances }>({
  role: 'support',
  allows: { supportCheckouts: false },
})

/** Whether who looks may do something: buttons read the same table that the handlers enforce. */
export function useMay(permission: Permission): boolean {
  const { role, allows } = useContext(CurrentRole)
  return mayIn(allows, role, permission)
}
