'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { useFailureText } from '@/components/dialogs/failure'
import { OnceDialog } from '@/components/dialogs/open-dialog'
import { dynamic } from '@/components/ui/dynamic'
import { toast } from '@/components/ui/overlays/toast-store'
import type { ApiToken, NewApiToken, OwnTokenOrder } from '@/lib/api-tokens/schema'
import { shortName } from '@/lib/core/format/shortened'
import type { TokenShop } from './token-dialog'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const TokenDialog = dynamic(lazyWithMessages(() => import('./token-dialog')))

export type OpenToken =
  { kind: 'new' } | { kind: 'made'; token: NewApiToken } | { kind: 'revoke'; token: ApiToken }

export type OnOpen = (next: OpenToken) => void

interface OpenTokenDialogProps {
  open: OpenToken
  shops: readonly TokenShop[]
  isOwn: boolean
  make: (order: OwnTokenOrder) => Promise<NewApiToken>
  revoke: (id: string) => Promise<ApiToken>
  /** Reads the list again. */
  changed: () => Promise<void>
  onOpen: (next: OpenToken | null) => void
}

/** One dialog at a time: a new token, its text, or the question before it is revoked. */
export function OpenTokenDialog({ open, shops, isOwn, make, revoke, changed, onOpen }: OpenTokenDialogProps) {
  const t = useTranslations('apiTokens')
  const close = () => onOpen(null)
  if (open.kind === 'new')
    return (
      <TokenDialog
        shops={shops}
        isOwn={isOwn}
        make={make}
        onMade={(token) => {
          onOpen({ kind: 'made', token })
          void changed()
        }}
        onClose={close}
      />
    )
  if (open.kind === 'made')
    return (
      <OnceDialog
        title={t('onceTitle', { name: open.token.name })}
        text={t('onceText')}
        value={open.token.token}
        copyLabel={t('copy')}
        closeLabel={t('done')}
        note={t('onceNote')}
        onClose={close}
      />
    )
  return <RevokeDialog token={open.token} revoke={revoke} changed={changed} onClose={close} />
}

type RevokeDialogProps = Pick<OpenTokenDialogProps, 'revoke' | 'changed'> & {
  token: ApiToken
  onClose: () => void
}

function RevokeDialog({ token, revoke, changed, onClose }: RevokeDialogProps) {
  const t = useTranslations('apiTokens')
  const failureText = useFailureText()
  const { name } = token
  const order = useMutation({
    mutationFn: () => revoke(token.id),
    onSuccess: async () => {
      await changed()
      onClose()
      toast(t('revoked', { name: shortName(name) }))
    },
  })
  return (
    <ConfirmDialog
      title={t('revokeTitle', { name })}
      confirmLabel={t('revoke')}
      isDanger
      isPending={order.isPending}
      failure={order.error && failureText(order.error)}
      onConfirm={() => order.mutate()}
      onClose={onClose}
    >
      <p>{t('revokeText')}</p>
    </ConfirmDialog>
  )
}
