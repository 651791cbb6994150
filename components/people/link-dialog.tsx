'use client'
import { useLocale, useTranslations } from 'use-intl'
import { OnceDialog } from '@/components/dialogs/once-dialog'
import { useViewerTimeZone } from '@/components/time/clock'
import { formatDateTime } from '@/lib/core/format/dates'
import type { InvitationLink } from '@/lib/people/schema'
import type { AnyLink } from './question-dialog'

interface LinkDialogProps {
  link: AnyLink
  onClose: () => void
}

/** The link of an invitation, and whether it was mailed; or a link for a new password. */
export default function LinkDialog({ link, onClose }: LinkDialogProps) {
  const t = useTranslations('people')
  const mailText = useMailText()
  const { name, email } = link
  const until = formatDateTime(new Date(link.expires_at), useViewerTimeZone(), useLocale())
  const isInvitation = 'mail_outcome' in link
  return (
    <OnceDialog
      title={isInvitation ? t('linkTitle', { name }) : t('resetTitle', { name })}
      text={isInvitation ? mailText(link) : t('resetText', { email })}
      value={link.url}
      copyLabel={t('copyLink')}
      closeLabel={t('close')}
      note={t('linkOnce', { until })}
      onClose={onClose}
    />
  )
}

function useMailText(): (link: InvitationLink) => string {
  const t = useTranslations('people')
  const reasons = useTranslations('sending.outcomes')
  return ({ email, mail_outcome: outcome }) => {
    if (outcome === null) return t('linkText', { email })
    if (outcome === 'delivered') return t('linkMailed', { email })
    return t('linkNotMailed', { email, reason: reasons(outcome) })
  }
}
