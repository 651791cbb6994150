'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { signOut } from '@/components/session/session-channel'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'

export function SwitchAccount() {
  const t = useTranslations('invitations')
  const leaving = useMutation({
    mutationFn: signOut,
    onSuccess: () => window.location.reload(),
  })
  return (
    <div className="grid gap-3">
      {leaving.error && (
        <p role="alert" className="rounded-md bg-danger-weak px-3 py-2 text-danger">
          {t('failed')}
        </p>
      )}
      <Button
        variant="primary"
        isPending={leaving.isPending || leaving.isSuccess}
        onPress={() => leaving.mutate()}
      >
        {t('otherButton')}
      </Button>
      <LinkButton href="/">{t('stay')}</LinkButton>
    </div>
  )
}
