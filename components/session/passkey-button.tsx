'use client'
import { KeyRound } from 'lucide-react'
import { signIn } from 'next-auth/react'
import { useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { askForPasskey } from '@/lib/account/passkey-client'
import { ApiError, apiOfSignIn } from '@/lib/core/api/http'
import { tellSession } from './session-channel'

interface PasskeyButtonProps {
  /** Restricts sign-in to this account; any account by default. */
  email: string | undefined
  onSignedIn: () => void
  onRefused: (reason: 'wrong_passkey' | 'provider_only' | 'throttled' | 'failed' | null) => void
}

/** Signs in by a passkey alone. Shown where the browser has them. */
export function PasskeyButton({ email, onSignedIn, onRefused }: PasskeyButtonProps) {
  const t = useTranslations('auth')
  const isOffered = useHasPasskeys()
  const [isPending, setIsPending] = useState(false)

  async function enter() {
    onRefused(null)
    setIsPending(true)
    try {
      const passkey = JSON.stringify(await askForPasskey('sign-in'))
      const answer = await signInBy({ passkey })
      if (answer?.error === 'provider_only') return onRefused('provider_only')
      if (!answer?.ok || answer.error) return onRefused(answer ? 'wrong_passkey' : 'failed')
      const account = (await apiOfSignIn('/api/account', { isForAnybody: true })) as { email: string }
      tellSession({ kind: 'signed-in', email: account.email })
      if (email === undefined || email === account.email) onSignedIn()
      else window.location.assign('/')
    } catch (error) {
      // Otherwise the person, or the browser, declined.
      if (error instanceof ApiError) onRefused(error.status === 429 ? 'throttled' : 'failed')
    } finally {
      setIsPending(false)
    }
  }

  if (!isOffered) return null
  return (
    <Button icon={<KeyRound aria-hidden size={15} />} isPending={isPending} onPress={() => void enter()}>
      {t('signInWithKey')}
    </Button>
  )
}

const never = () => () => {}

/** Whether this browser has passkeys. False during hydration, as on the server. */
export const useHasPasskeys = (): boolean =>
  useSyncExternalStore(
    never,
    () => 'PublicKeyCredential' in window,
    () => false,
  )

/**
 * Signs in; undefined when the server cannot be reached. Without a `callbackUrl` next-auth stores this page's address,
 * which may hold an invitation's token.
 */
export const signInBy = (credentials: Record<string, string>) =>
  signIn('credentials', { ...credentials, redirect: false, callbackUrl: '/' }).catch(() => undefined)
