'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Smartphone } from 'lucide-react'
import { dynamic } from '@/components/ui/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFocusKept } from '@/components/dialogs/use-focus-kept'
import { useHasPasskeys } from '@/components/session/passkey-button'
import { RelativeTime } from '@/components/time/relative-time'
import { Button } from '@/components/ui/button'
import { Section, Card } from '@/components/ui/card'
import { toast } from '@/components/ui/overlays/toast-store'
import { factorsOptions, prepareApp, renewRecoveryCodes } from '@/lib/account/client'
import type { Factor, FactorAdded, NewApp } from '@/lib/account/schema'
import { accountKeys } from '@/lib/core/client/keys'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import { useFailure } from './use-failure'
import { PageTitle } from '@/components/ui/page-title'

const AppDialog = dynamic(lazyWithMessages(() => import('./factor-dialogs').then((m) => m.AppDialog)))
const PasskeyDialog = dynamic(lazyWithMessages(() => import('./factor-dialogs').then((m) => m.PasskeyDialog)))
const RecoveryDialog = dynamic(
  lazyWithMessages(() => import('./factor-dialogs').then((m) => m.RecoveryDialog)),
)
const RemoveFactorDialog = dynamic(
  lazyWithMessages(() => import('./factor-dialogs').then((m) => m.RemoveFactorDialog)),
)

type Open =
  | { kind: 'app'; app: NewApp }
  | { kind: 'passkey' }
  | { kind: 'codes'; codes: string[] }
  | { kind: 'remove'; factor: Factor }

export function FactorsSection() {
  const t = useTranslations('account')
  const client = useQueryClient()
  const { data } = useQuery(factorsOptions())
  const [open, setOpen] = useState<Open | null>(null)
  const mainAction = useFocusKept(open !== null)
  const hasPasskeys = useHasPasskeys()
  const items = data?.items ?? []
  const close = () => setOpen(null)
  const refetch = () => client.invalidateQueries({ queryKey: accountKeys.factors })
  const onError = useFailure()
  const preparing = useMutation({
    // Returns nothing: otherwise the mutation would keep the secret after the dialog is closed.
    mutationFn: async () => setOpen({ kind: 'app', app: await prepareApp() }),
    onError,
  })
  const renewing = useMutation({
    mutationFn: async () => setOpen({ kind: 'codes', codes: (await renewRecoveryCodes()).recovery_codes }),
    onError,
    onSuccess: refetch,
  })
  async function onAdded({ recovery_codes: codes }: FactorAdded) {
    toast(t('factorAdded'))
    setOpen(codes.length > 0 ? { kind: 'codes', codes } : null)
    await refetch()
  }

  return (
    <Section
      title={t('factors')}
      actions={
        <>
          <Button
            ref={mainAction}
            size="sm"
            isPending={preparing.isPending}
            onPress={() => preparing.mutate()}
          >
            {t('addApp')}
          </Button>
          {hasPasskeys && (
            <Button size="sm" onPress={() => setOpen({ kind: 'passkey' })}>
              {t('addPasskey')}
            </Button>
          )}
        </>
      }
    >
      <p className="mb-3 text-md text-muted">{t('factorsText')}</p>
      {items.length === 0 && <p className="text-md">{t('noFactors')}</p>}
      <ul className="divide-y">
        {items.map((factor) => (
          <FactorRow key={factor.id} factor={factor} onRemove={() => setOpen({ kind: 'remove', factor })} />
        ))}
      </ul>
      {items.length > 0 && (
        <RecoveryCodesLeft
          count={data?.recovery_codes_left ?? 0}
          isRenewing={renewing.isPending}
          onRenew={() => renewing.mutate()}
        />
      )}
      {open?.kind === 'app' && <AppDialog app={open.app} onClose={close} onAdded={onAdded} />}
      {open?.kind === 'passkey' && <PasskeyDialog onClose={close} onAdded={onAdded} />}
      {open?.kind === 'codes' && <RecoveryDialog codes={open.codes} onClose={close} />}
      {open?.kind === 'remove' && (
        <RemoveFactorDialog
          factor={open.factor}
          isLast={items.length === 1}
          onClose={close}
          onRemoved={async () => {
            close()
            toast(t('factorRemoved'))
            await refetch()
          }}
        />
      )}
    </Section>
  )
}

type RecoveryCodesLeftProps = { count: number; isRenewing: boolean; onRenew: () => void }

function RecoveryCodesLeft({ count, isRenewing, onRenew }: RecoveryCodesLeftProps) {
  const t = useTranslations('account')
  return (
    <p className="mt-3 flex flex-wrap items-center gap-2 border-t pt-3 text-md">
      {t('recovery')}
      <span className="text-muted">{t('recoveryLeft', { count })}</span>
      <Button size="sm" className="ms-auto" isPending={isRenewing} onPress={onRenew}>
        {t('recoveryRenew')}
      </Button>
    </p>
  )
}

function FactorRow({ factor, onRemove }: { factor: Factor; onRemove: () => void }) {
  const t = useTranslations('account')
  const Icon = factor.kind === 'totp' ? Smartphone : KeyRound
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Icon aria-hidden size={18} className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="font-medium wrap-anywhere">
          {factor.name}
        </p>
        <p className="text-sm text-muted">
          {t(`kind.${factor.kind}`)} · {t('added')} <RelativeTime at={factor.created_at} /> ·{' '}
          {factor.last_used_at ? (
            <>
              {t('sessionSeen')} <RelativeTime at={factor.last_used_at} />
            </>
          ) : (
            t('neverUsed')
          )}
        </p>
      </div>
      <Button size="sm" aria-label={t('removeOf', { name: factor.name })} onPress={onRemove}>
        {t('remove')}
      </Button>
    </li>
  )
}

/** Adds the second factor that a person must have before they continue to `target`. */
export function NeededFactor({ target }: { target: string }) {
  const t = useTranslations('account')
  const { data } = useQuery(factorsOptions())
  const hasFactor = (data?.items.length ?? 0) > 0
  return (
    <>
      <PageTitle className="mb-1">{t('factorNeededTitle')}</PageTitle>
      <p className="mb-4 max-w-prose text-md text-muted">{t('factorNeededText')}</p>
      <Card className="mb-4">
        <FactorsSection />
      </Card>
      {hasFactor && (
        <Button variant="primary" onPress={() => window.location.replace(target)}>
          {t('goOn')}
        </Button>
      )}
    </>
  )
}
