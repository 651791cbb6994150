'use client'
import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False during hydration. For output that differs between Node and browsers (names of currencies and languages). */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
