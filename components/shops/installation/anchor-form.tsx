'use client'
import { useTranslations } from 'use-intl'
import { FormTextField } from '@/components/form/fields/fields'
import { when } from '@/components/time/when'
import { anchorChange, type InstallationSettings } from '@/lib/shops/installation'
import { InstallationCard } from './installation-card'

const valuesOf = ({ anchor_recipient, version }: InstallationSettings) => ({
  anchor_recipient: anchor_recipient ?? '',
  version,
})

/** Where anchors of the activity are mailed, and how the last mail ended. */
export function AnchorForm({ settings }: { settings: InstallationSettings }) {
  const t = useTranslations('installation.anchors')
  return (
    <InstallationCard
      part="anchors"
      title={t('title')}
      text={t('text')}
      saveLabel={t('save')}
      schema={anchorChange}
      settings={settings}
      valuesOf={valuesOf}
    >
      {(control) => (
        <>
          <FormTextField
            control={control}
            name="anchor_recipient"
            label={t('recipient')}
            hint={t('recipientHint')}
            type="email"
            className="max-w-md"
          />
          {settings.anchor_recipient !== null && <LastMail mail={settings.anchor_mail} />}
        </>
      )}
    </InstallationCard>
  )
}

function LastMail({ mail }: { mail: InstallationSettings['anchor_mail'] }) {
  const t = useTranslations('installation.anchors')
  const outcomes = useTranslations('sending.outcomes')
  if (mail === null) return <p className="text-sm text-muted">{t('never')}</p>
  const { at, outcome, status } = mail
  if (outcome === 'delivered')
    return <p className="text-sm text-muted">{t.rich('delivered', { when: when(at) })}</p>
  const outcomeText = status === null ? outcomes(outcome) : `${outcomes(outcome)} (${status})`
  return <p className="text-sm text-danger">{t.rich('failed', { when: when(at), why: outcomeText })}</p>
}
