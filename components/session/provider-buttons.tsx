'use client'
import { useMutation } from '@tanstack/react-query'
import { signIn } from 'next-auth/react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'

interface ProviderButtonsProps {
  providers: readonly { id: string; name: string }[]
  /** Where to go afterwards. */
  target: string
  /** Why the last attempt failed; null: it did not fail. */
  refusal: ProviderRefusal | null
}

export type ProviderRefusal = 'unverified' | 'no_account' | 'disabled' | 'weak' | 'stale' | 'failed'

/** Leads to the providers through which people can sign in. */
export function ProviderButtons({ providers, target, refusal }: ProviderButtonsProps) {
  const t = useTranslations('auth')
  const leaving = useMutation({ mutationFn: (id: string) => signIn(id, { callbackUrl: target }) })
  const shown = leaving.isError ? 'failed' : refusal
  return (
    <div className="grid gap-2">
      {shown && (
        <p role="alert" className="rounded-md bg-danger-weak px-3 py-2 text-danger">
          {t(`provider_refused.${shown}`)}
        </p>
      )}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          isPending={leaving.isPending && leaving.variables === id}
          onPress={() => leaving.mutate(id)}
        >
          {t('byProvider', { provider: name })}
        </Button>
      ))}
    </div>
  )
}
