'use client'
import { createContext, useContext } from 'react'
import { useClock } from '@/components/time/clock'
import type { LinkView } from '@/lib/products/link-state'

/** The origin of this host's sandbox, in the sandbox's shop; null in a shop of a real gateway. */
export const SandboxOrigin = createContext<string | null>(null)

/** Returns what link states depend on. It follows the clock, so that a link expires while it is shown. */
export function useLinkView(): LinkView {
  const sandbox = useContext(SandboxOrigin)
  return { now: useClock().valueOf(), sandbox }
}
