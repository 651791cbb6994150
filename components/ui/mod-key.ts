'use client'
import { useSyncExternalStore } from 'react'

const never = () => () => {}
const read = () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl ')

/** How the key of shortcuts is written on this machine: `⌘` or `Ctrl `. */
export function useModKey(): string {
  return useSyncExternalStore(never, read, () => 'Ctrl ')
}
