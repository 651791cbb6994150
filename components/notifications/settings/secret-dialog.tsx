'use client'
import { useTranslations } from 'use-intl'
import { OnceDialog } from '@/components/dialogs/once-dialog'

/** The secret that authenticates us to the merchant's endpoint. Loaded on intent. */
export default function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTranslations('notificationSettings')
  return (
    <OnceDialog
      title={t('secretTitle')}
      text={t('secretText')}
      value={secret}
      copyLabel={t('secretCopy')}
      closeLabel={t('secretClose')}
      note={t('secretOnce')}
      onClose={onClose}
    />
  )
}
