'use client'
import { useTranslations } from 'use-intl'
import { FormTextField } from '@/components/form/fields/fields'
import { LastInstallationChange } from '@/components/settings/last-change'
import { SettingsForm, SettingsSection } from '@/components/settings/settings-form'
import { when } from '@/components/time/when'
import { changeInstallation, installationOptions } from '@/lib/shops/client'
import { anchorChange, type InstallationSettings } from '@/lib/shops/installation'
import { useInstallationForm } from '@/components/settings/use-installation-form'

const valuesOf = ({ anchor_recipient, version }: InstallationSettings) => ({
  anchor_recipient: anchor_recipient ?? '',
  version,
})

/** Where anchors of the activity are mailed, and how the last mail ended. */
export function AnchorForm({ settings }: { settings: InstallationSettings }) {
  const t = useTranslations('installation.anchors')
  const { form, save } = useInstallationForm({
    schema: anchorChange,
    settings,
    valuesOf,
    send: changeInstallation,
    queryKey: installationOptions().queryKey,
  })
  return (
    <SettingsForm
      form={form}
      onSubmit={save}
      saveLabel={t('save')}
      actions={<LastInstallationChange part="anchors" />}
    >
      <SettingsSection title={t('title')} text={t('text')}>
        <FormTextField
          control={form.control}
          name="anchor_recipient"
          label={t('recipient')}
          hint={t('recipientHint')}
          type="email"
          className="max-w-md"
        />
        {settings.anchor_recipient !== null && <LastMail mail={settings.anchor_mail} />}
      </SettingsSection>
    </SettingsForm>
  )
}

function LastMail({ mail }: { mail: InstallationSettings['anchor_mail'] }) {
  const t = useTranslations('installation.anchors')
  const outcomes = useTranslations('sending.outcomes')
  if (mail === null) return <p className="text-sm text-muted">{t('never')}</p>
  const { at, outcome, status } = mail
  if (outcome === 'delivered')
    return <p className="text-sm text-muted">{t.rich('delivered', { when: when(at) })}</p>
  const why = status === null ? outcomes(outcome) : `${outcomes(outcome)} (${status})`
  return <p className="text-sm text-danger">{t.rich('failed', { when: when(at), why })}</p>
}
