'use client'
import { useSyncExternalStore } from 'react'

const never = () => () => {}
const read = () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl ')

/** Returns how shortcuts write this machine's modifier key: `⌘` or `Ctrl `. */
export function useModKey(): string {
  return useSyncExternalStore(never, read, () => 'Ctrl ')
}
