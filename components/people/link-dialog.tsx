'use client'
import { useLocale, useTranslations } from 'use-intl'
import { useViewerTimeZone } from '@/components/time/clock'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import type { InvitationLink } from '@/lib/people/schema'
import { formatDateTime } from '@/lib/core/format/dates'

/** The invitation's link, shown only this once. A press outside does not close the dialog. */
export default function LinkDialog({ link, onClose }: { link: InvitationLink; onClose: () => void }) {
  const t = useTranslations('people')
  const common = useTranslations('common')
  const until = formatDateTime(new Date(link.expires_at), useViewerTimeZone(), useLocale())
  return (
    <Dialog
      isOpen
      isDismissable={false}
      title={<span className="wrap-anywhere">{t('linkTitle', { name: link.name })}</span>}
      closeLabel={common('close')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={<Button onPress={onClose}>{t('close')}</Button>}
    >
      <p className="wrap-anywhere">{t('linkText', { email: link.email })}</p>
      <p className="mt-3 rounded-sm border bg-sunken px-3 py-2 font-mono text-xs wrap-anywhere select-all">
        {link.url}
      </p>
      <CopyButton
        variant="primary"
        className="mt-2.5"
        text={link.url}
        label={t('copyLink')}
        copiedLabel={common('copied')}
        failedLabel={common('copyFailed')}
      />
      <p className="mt-3 text-md text-muted">{t('linkOnce', { until })}</p>
    </Dialog>
  )
}
