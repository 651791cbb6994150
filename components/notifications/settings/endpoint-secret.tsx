'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ApiError } from '@/lib/core/http'
import { makeEndpointSecret, notificationSettingsOptions } from '@/lib/notifications/settings-client'

const SecretDialog = dynamic(() => import('./secret-dialog'), { loading: () => null })

/** The secret by which the merchant's endpoint knows that we ask: made here, and shown once. */
export function EndpointSecret({ shop, hasSecret }: { shop: string; hasSecret: boolean }) {
  const t = useTranslations('notificationSettings')
  const texts = useTranslations('errors')
  const client = useQueryClient()
  const make = useMutation({
    mutationFn: () => makeEndpointSecret(shop),
    onSuccess: () => client.invalidateQueries({ queryKey: notificationSettingsOptions(shop).queryKey }),
  })
  const failure = make.error instanceof ApiError ? make.error.title : texts('network')
  return (
    <div role="group" aria-label={t('secret')}>
      <p className="mb-[5px] text-sm font-medium">{t('secret')}</p>
      <p className="text-md/5">{t(hasSecret ? 'secretThere' : 'secretNone')}</p>
      <Button className="mt-2" isPending={make.isPending} onPress={() => make.mutate()}>
        {t(hasSecret ? 'secretAgain' : 'secretMake')}
      </Button>
      {make.isError && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {failure}
        </p>
      )}
      {make.data && <SecretDialog secret={make.data.secret} onClose={() => make.reset()} />}
    </div>
  )
}
