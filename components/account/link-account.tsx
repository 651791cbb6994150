'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { SignInForm } from '@/components/session/sign-in-form'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link'
import { linkIdentity } from '@/lib/account/client'

interface LinkAccountProps {
  /** The provider's name. */
  provider: string
  email: string
  /** Whether the person is signed in to the account that is to be linked. */
  isSignedIn: boolean
}

/** Links an account to a provider: its owner signs in once as before, and then agrees. */
export function LinkAccount({ provider, email, isSignedIn }: LinkAccountProps) {
  const t = useTranslations('linkAccount')
  const linking = useMutation({
    mutationFn: linkIdentity,
    onSuccess: () => window.location.assign('/account'),
  })
  if (!isSignedIn) return <SignInForm email={email} onSignedIn={() => window.location.reload()} />
  return (
    <div className="grid gap-3">
      {linking.isError && <p role="alert">{t('failed')}</p>}
      <Button variant="primary" isPending={linking.isPending} onPress={() => linking.mutate()}>
        {t('link', { provider })}
      </Button>
      <LinkButton href="/">{t('notNow')}</LinkButton>
    </div>
  )
}
