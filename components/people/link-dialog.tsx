'use client'
import { useLocale, useTranslations } from 'use-intl'
import { OnceDialog } from '@/components/dialogs/once-dialog'
import { useViewerTimeZone } from '@/components/time/clock'
import type { InvitationLink } from '@/lib/people/schema'
import { formatDateTime } from '@/lib/core/format/dates'

/** The invitation's link. */
export default function LinkDialog({ link, onClose }: { link: InvitationLink; onClose: () => void }) {
  const t = useTranslations('people')
  const until = formatDateTime(new Date(link.expires_at), useViewerTimeZone(), useLocale())
  return (
    <OnceDialog
      title={t('linkTitle', { name: link.name })}
      text={t('linkText', { email: link.email })}
      value={link.url}
      copyLabel={t('copyLink')}
      closeLabel={t('close')}
      note={t('linkOnce', { until })}
      onClose={onClose}
    />
  )
}
