import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether this browser has passkeys. False during hydration, as on the server. */
export const useHasPasskeys = (): boolean =>
  useSyncExternalStore(
    never,
    () => 'PublicKeyCredential' in window,
    () => false,
  )
