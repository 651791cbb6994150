'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { signOut } from '@/components/session/session-channel'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link'

export function SignOutForm() {
  const t = useTranslations('auth')
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle')

  async function leave() {
    setState('sending')
    await signOut()
      // Back would lead to this page through a sign-in.
      .then(() => window.location.replace('/sign-in'))
      .catch(() => setState('failed'))
  }

  return (
    <div className="grid gap-3">
      {state === 'failed' && (
        <p role="alert" className="rounded-md bg-danger-weak px-3 py-2 text-danger">
          {t('failed')}
        </p>
      )}
      <Button variant="primary" onPress={() => void leave()} isPending={state === 'sending'}>
        {t('signOut')}
      </Button>
      <LinkButton href="/">{t('stay')}</LinkButton>
    </div>
  )
}
