'use client'
import { useLocale, useTranslations } from 'use-intl'
import { OnceDialog } from '@/components/dialogs/once-dialog'
import { useViewerTimeZone } from '@/components/time/clock'
import type { InvitationLink } from '@/lib/people/schema'
import { formatDateTime } from '@/lib/core/format/dates'

/** The invitation's link, and whether it was mailed. */
export default function LinkDialog({ link, onClose }: { link: InvitationLink; onClose: () => void }) {
  const t = useTranslations('people')
  const reasons = useTranslations('sending.outcomes')
  const { email, mail_outcome: outcome } = link
  const text =
    outcome === null
      ? t('linkText', { email })
      : outcome === 'delivered'
        ? t('linkMailed', { email })
        : t('linkNotMailed', { email, reason: reasons(outcome) })
  const until = formatDateTime(new Date(link.expires_at), useViewerTimeZone(), useLocale())
  return (
    <OnceDialog
      title={t('linkTitle', { name: link.name })}
      text={text}
      value={link.url}
      copyLabel={t('copyLink')}
      closeLabel={t('close')}
      note={t('linkOnce', { until })}
      onClose={onClose}
    />
  )
}
