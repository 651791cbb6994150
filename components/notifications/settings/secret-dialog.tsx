'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'

/** Shows the secret, once only, so a press outside does not close the dialog. Loaded on intent. */
export default function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTranslations('notificationSettings')
  const common = useTranslations('common')
  return (
    <Dialog
      isOpen
      isDismissable={false}
      title={t('secretTitle')}
      closeLabel={common('close')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={<Button onPress={onClose}>{t('secretClose')}</Button>}
    >
      <p className="text-md/5">{t('secretText')}</p>
      <p className="mt-3 rounded-sm border bg-sunken px-3 py-2 font-mono text-xs wrap-anywhere select-all">
        {secret}
      </p>
      <CopyButton
        variant="primary"
        className="mt-2.5"
        text={secret}
        label={t('secretCopy')}
        copiedLabel={common('copied')}
        failedLabel={common('copyFailed')}
      />
      <p className="mt-3 text-md/5 text-muted">{t('secretOnce')}</p>
    </Dialog>
  )
}
