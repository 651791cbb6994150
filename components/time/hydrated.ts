'use client'
import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False while hydrating. For what Node and the browser write differently (names of currencies and languages). */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
