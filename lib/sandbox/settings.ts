import 'server-only'
import type { Reach } from '../db/guarded-request'
import { singleton } from '../db/singleton'

export type SandboxSettings = {
  /** APP_URL: links that people open begin with `${publicOrigin}/sandbox`. No slash at the end. */
  publicOrigin: string
  /** SANDBOX_LENIENT: forgives what clients were seen to do and the interface does not allow (`http/lenient.ts`). */
  lenient: boolean
  /** Where notifications and verification requests may be posted. */
  reach: Reach
  /**
   * Hears of what went wrong inside the sandbox, never of what a caller did wrong. Without it such an error is
   * thrown on to the framework.
   */
  onError?: (error: unknown) => void
}

/** Set at start-up. Unset means the sandbox is off: everything under /sandbox answers 404. */
export const sandboxSettings = singleton<SandboxSettings>('sandbox-settings')

/** The address people open for `path` (beginning with a slash) of the sandbox. */
export const publicAddress = (path: string) => `${sandboxSettings.get().publicOrigin}/sandbox${path}`
