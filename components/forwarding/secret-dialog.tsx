'use client'
import { useTranslations } from 'use-intl'
import { OnceDialog } from '@/components/dialogs/once-dialog'
import type { EndpointWithSecret } from '@/lib/forwarding/schema'

interface SecretDialogProps {
  endpoint: EndpointWithSecret
  onClose: () => void
}

/** The signing secret. */
export default function SecretDialog({ endpoint, onClose }: SecretDialogProps) {
  const t = useTranslations('forwarding')
  return (
    <OnceDialog
      title={t('secretTitle', { name: endpoint.name })}
      text={t('secretText')}
      value={endpoint.secret}
      copyLabel={t('copySecret')}
      closeLabel={t('secretKept')}
      note={[t('secretOnce'), endpoint.old_secret_until && t('secretOld')].filter(Boolean).join(' ')}
      onClose={onClose}
    />
  )
}
