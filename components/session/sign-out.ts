import { keepViews } from '../list-tools/saved-views'
import { closeDrafts } from '../form/drafts/draft-store'
import { tellSession } from './session-channel'

/**
 * Signs out and removes personal data and drafts from this browser, in all tabs. The server's response clears the
 * storage (`Clear-Site-Data`), but browsers obey it only over HTTPS and on localhost. Restores saved views without
 * personal data. Loads next-auth's client only at sign-out.
 */
export async function signOut(): Promise<void> {
  const auth = await import('next-auth/react')
  const restoreViews = keepViews()
  await auth.signOut({ redirect: false, callbackUrl: '/' })
  closeDrafts()
  sessionStorage.clear()
  restoreViews()
  tellSession({ kind: 'signed-out' })
}
