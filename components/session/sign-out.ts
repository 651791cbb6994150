import { keepViews } from '../list-tools/saved-views'
import { closeDrafts } from '../form/draft-store'
import { tellSession } from './session-channel'

/**
 * Signs out and removes what this browser keeps of people and of what was typed, in all tabs. The server's answer clears
 * the storage (`Clear-Site-Data`), which browsers do over HTTPS and on this machine only. Saved views that hold no
 * personal data are put back. next-auth's client is loaded at sign-out only.
 */
export async function signOut(): Promise<void> {
  const auth = await import('next-auth/react')
  const restoreViews = keepViews()
  await auth.signOut({ redirect: false, callbackUrl: '/' })
  closeDrafts()
  restoreViews()
  tellSession({ kind: 'signed-out' })
}
