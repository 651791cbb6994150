'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFragment } from '@/components/session/use-fragment'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link'
import { confirmEmail, lookUpEmailChange } from '@/lib/account/client'
import { ApiError } from '@/lib/core/api/http'

/** The page that a link for a new e-mail opens. A press confirms it, because mail filters open links too. */
export function ConfirmEmail() {
  const t = useTranslations('emailChange')
  const token = useFragment()
  const confirming = useMutation({ mutationFn: confirmEmail })
  const query = useQuery({
    queryKey: ['email-change', token],
    queryFn: () => lookUpEmailChange(token ?? ''),
    enabled: !!token && confirming.isIdle,
    retry: false,
    // A used link must not replace the message that it worked.
    refetchOnWindowFocus: false,
  })
  const done = confirming.data
  if (done)
    return (
      <div className="grid grid-cols-1 gap-4">
        <p role="status">{t('done', { email: done.email })}</p>
        <LinkButton href="/account">{t('account')}</LinkButton>
      </div>
    )
  const error = confirming.error ?? query.error
  if (token === '' || error) {
    const code = error instanceof ApiError ? error.code : ''
    if (token === '' || code === 'not_found') return <p role="alert">{t('invalid')}</p>
    // The address was free when the link was mailed.
    if (code === 'invalid') return <p role="alert">{t(confirming.error ? 'taken' : 'invalid')}</p>
    return (
      <div className="grid grid-cols-1 gap-4">
        <p role="alert">{t(code === 'too_many_attempts' ? 'throttled' : 'failed')}</p>
        <Button
          onPress={() => {
            confirming.reset()
            void query.refetch()
          }}
        >
          {t('again')}
        </Button>
      </div>
    )
  }
  if (!query.data || token === null) return <p className="text-muted">{t('opening')}</p>
  return (
    <Button variant="primary" isPending={confirming.isPending} onPress={() => confirming.mutate(token)}>
      {t('confirm', { email: query.data.email })}
    </Button>
  )
}
