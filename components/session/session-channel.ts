import { closeDrafts } from '@/components/form/drafts/draft-store'
import { keepViews } from '@/components/list/saved-views'

/** Messages between the tabs of one browser about their common session. */
type SessionMessage = { kind: 'signed-out' } | { kind: 'signed-in'; email: string }

const name = 'counterfoil-session'

export function tellSession(message: SessionMessage): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage(message)
  channel.close()
}

/** Returns a function that stops listening. */
export function listenToSession(listener: (message: SessionMessage) => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<SessionMessage>) => listener(data))
  return () => channel.close()
}

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
