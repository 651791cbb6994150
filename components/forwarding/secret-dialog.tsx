'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import type { EndpointWithSecret } from '@/lib/forwarding/schema'

interface SecretDialogProps {
  endpoint: EndpointWithSecret
  onClose: () => void
}

/** The signing secret, shown only this once. A press outside does not close the dialog. */
export default function SecretDialog({ endpoint, onClose }: SecretDialogProps) {
  const t = useTranslations('forwarding')
  const common = useTranslations('common')
  return (
    <Dialog
      isOpen
      isDismissable={false}
      title={<span className="wrap-anywhere">{t('secretTitle', { name: endpoint.name })}</span>}
      closeLabel={common('close')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={<Button onPress={onClose}>{t('secretKept')}</Button>}
    >
      <p>{t('secretText')}</p>
      <p className="mt-3 rounded-sm border bg-sunken px-3 py-2 font-mono text-xs wrap-anywhere select-all">
        {endpoint.secret}
      </p>
      <CopyButton
        variant="primary"
        className="mt-2.5"
        text={endpoint.secret}
        label={t('copySecret')}
        copiedLabel={common('copied')}
        failedLabel={common('copyFailed')}
      />
      <p className="mt-3 text-md text-muted">
        {t('secretOnce')} {endpoint.old_secret_until && t('secretOld')}
      </p>
    </Dialog>
  )
}
