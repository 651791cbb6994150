/**
 * Test files share a process: at the end of each, restores what it replaced and forgets what lib/db/singleton.ts keeps.
 */
import { afterAll, vi } from 'vitest'

afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  ;(globalThis as { __counterfoil?: Map<string, unknown> }).__counterfoil?.clear()
})
