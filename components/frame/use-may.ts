'use client'
import { createContext, useContext } from 'react'
import { may, type Permission, type Role } from '@/lib/contracts/permissions'

/** The role of who looks, in the shop at hand. */
export const CurrentRole = createContext<Role>('support')

/** Whether who looks may do something: buttons read the same table that the handlers enforce. */
export const useMay = (permission: Permission): boolean => may(useContext(CurrentRole), permission)
