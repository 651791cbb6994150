'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { signIn } from 'next-auth/react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { passFocusOn } from '@/components/frame/pass-focus-on'
import { RelativeTime } from '@/components/time/relative-time'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { toast } from '@/components/ui/overlays/toast-store'
import { identitiesOptions, removeIdentity } from '@/lib/account/client'
import type { Identity, IdentityList } from '@/lib/account/schema'
import { accountKeys } from '@/lib/core/client/keys'
import { useFailure } from './use-failure'

/** The providers through which people can sign in, if any. */
export function IdentitiesSection() {
  const t = useTranslations('account')
  const { data } = useQuery(identitiesOptions())
  const items = data?.items ?? []
  const available = data?.available ?? []
  if (items.length + available.length === 0) return null
  return (
    <Card>
      <Section title={t('identities')}>
        <p className="mb-3 text-md text-muted">{t('identitiesText')}</p>
        <ul className="divide-y">
          {items.map((one) => (
            <IdentityRow key={one.id} identity={one} />
          ))}
        </ul>
        {available.length > 0 && <LinkButtons providers={available} />}
      </Section>
    </Card>
  )
}

/** Leads to a provider, which identifies the person. The page that it returns to asks whether to link that identity. */
function LinkButtons({ providers }: { providers: IdentityList['available'] }) {
  const t = useTranslations('account')
  const leaving = useMutation({
    mutationFn: (id: string) => signIn(id, { callbackUrl: '/account' }),
    onError: (error) => toast(t('linkFailed'), 'bad', { error }),
  })
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          size="sm"
          isPending={leaving.isPending && leaving.variables === id}
          onPress={() => leaving.mutate(id)}
        >
          {t('linkProvider', { provider: name })}
        </Button>
      ))}
    </div>
  )
}

function IdentityRow({ identity }: { identity: Identity }) {
  const t = useTranslations('account')
  const client = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  const removing = useMutation({
    mutationFn: () => removeIdentity(identity.id),
    onError: useFailure(),
    onSuccess: async () => {
      passFocusOn(button.current)
      toast(t('identityRemoved', { provider: identity.provider }))
      await client.invalidateQueries({ queryKey: accountKeys.identities })
    },
  })
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p dir="auto" className="font-medium wrap-anywhere">
          {identity.provider}
        </p>
        <p className="text-sm text-muted">
          {t('added')} <RelativeTime at={identity.created_at} /> ·{' '}
          {identity.last_used_at ? (
            <>
              {t('sessionSeen')} <RelativeTime at={identity.last_used_at} />
            </>
          ) : (
            t('neverUsed')
          )}
        </p>
      </div>
      <Button
        ref={button}
        size="sm"
        aria-label={t('removeOf', { name: identity.provider })}
        isPending={removing.isPending}
        onPress={() => removing.mutate()}
      >
        {t('remove')}
      </Button>
    </li>
  )
}
