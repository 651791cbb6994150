'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dynamic } from '@/components/ui/dynamic'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { when } from '@/components/time/when'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/overlays/toast-store'
import { ApiError } from '@/lib/core/api/http'
import { connectionOptions, returnToKey } from '@/lib/shops/client'
import type { ShopConnection } from '@/lib/shops/schema'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import { storeAnswer } from '@/lib/core/client/store-answer'

const RotateKeyDialog = dynamic(lazyWithMessages(() => import('./rotate-key-dialog')))

interface SecretKeyProps {
  shop: string
  liveShopName: string | null
  connection: ShopConnection
}

/** The key in use and those that it replaced. None is shown: the last four characters tell them apart. */
export function SecretKey({ shop, liveShopName, connection }: SecretKeyProps) {
  const t = useTranslations('shops')
  const [isReplacing, setIsReplacing] = useState(false)
  const replace = useRef<HTMLButtonElement>(null)
  const { secret_key: key, old_keys: old } = connection
  return (
    <>
      <p className="text-md/5">
        <span className="font-medium">{t('gateway.current')}</span> · <KeyEnd end={key.last_four} />
      </p>
      <p className="text-sm text-muted">
        {key.set_by === null
          ? t.rich('gateway.setByEnvironment', { when: when(key.set_at) })
          : t.rich('gateway.setBy', { name: key.set_by, when: when(key.set_at) })}
      </p>
      <Button ref={replace} className="mt-3" onPress={() => setIsReplacing(true)}>
        {t('gateway.replace')}
      </Button>
      {old.length > 0 && (
        // The pressed button disappears with its key.
        <OldKeys shop={shop} connection={connection} onBack={() => replace.current?.focus()} />
      )}
      {isReplacing && (
        <RotateKeyDialog
          shop={shop}
          liveShopName={liveShopName}
          version={connection.version}
          onClose={() => setIsReplacing(false)}
        />
      )}
    </>
  )
}

interface OldKeysProps extends Omit<SecretKeyProps, 'liveShopName'> {
  onBack: () => void
}

function OldKeys({ shop, connection: { old_keys: old, version }, onBack }: OldKeysProps) {
  const t = useTranslations('shops')
  const client = useQueryClient()
  const { queryKey } = connectionOptions(shop)
  const goBack = useMutation({
    mutationFn: (id: string) => returnToKey(shop, { id, version }),
    onSuccess: (saved) => {
      storeAnswer(client, queryKey, saved)
      toast(t('gateway.back'))
      onBack()
    },
    onError: (error) => {
      toast(error instanceof ApiError && error.code === 'conflict' ? t('conflict') : error.message, 'bad', {
        error,
      })
      void client.invalidateQueries({ queryKey })
    },
  })
  return (
    <div className="mt-4 border-t pt-4">
      <h3 className="text-md font-semibold">{t('gateway.old')}</h3>
      <p className="mt-1 text-md/5 text-muted">{t('gateway.oldText')}</p>
      <ul className="mt-2 grid gap-2">
        {old.map(({ id, last_four: end, until }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 text-md/5">
            <span>
              <KeyEnd end={end} />
              <span className="text-muted"> · {t.rich('gateway.counts', { when: when(until) })}</span>
            </span>
            <Button size="sm" isPending={goBack.isPending} onPress={() => goBack.mutate(id)}>
              {t('gateway.useAgain')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function KeyEnd({ end }: { end: string }) {
  const t = useTranslations('shops.gateway')
  return end === '' ? t('hidden') : t.rich('ends', { end: () => <span className="font-mono">{end}</span> })
}
