'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/text/copy-button'
import { Dialog } from '@/components/ui/overlays/dialog'

/** Shows new recovery codes, once. */
export default function RecoveryDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useTranslations('account')
  const common = useTranslations('common')
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={t('recoveryTitle')}
      closeLabel={common('close')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <CopyButton text={codes.join('\n')} label={t('recoveryCopy')} />
          <Button autoFocus variant="primary" onPress={onClose}>
            {t('recoveryDone')}
          </Button>
        </>
      }
    >
      <p className="mb-3">{t('recoveryText')}</p>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-1 font-mono text-md max-[420px]:grid-cols-1">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  )
}
