'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { LastChange } from '@/components/settings/last-change'
import { SettingsForm, SettingsSection } from '@/components/settings/settings-form'
import { FormSwitch, FormTextArea } from '@/components/form/fields/fields'
import { filledLines, FormLines } from '@/components/form/fields/lines-field'
import type { NotificationSettings, NotificationSettingsChange } from '@/lib/notifications/settings'
import { useNotificationSettingsForm } from './use-notification-settings-form'

const valuesOf = (settings: NotificationSettings) => ({
  public_key: settings.public_key ?? '',
  networks: settings.networks,
  network_is_enough: settings.network_is_enough,
})

export function EvidenceForm({ shop, settings }: { shop: string; settings: NotificationSettings }) {
  const t = useTranslations('notificationSettings')
  const { form, save } = useNotificationSettingsForm(shop, { settings, valuesOf, prepare })
  const { control } = form
  const networks = useWatch({ control, name: 'networks' })
  const isEnough = useWatch({ control, name: 'network_is_enough' })
  return (
    <SettingsForm
      form={form}
      onSubmit={save}
      saveLabel={t('saveEvidence')}
      actions={<LastChange shop={shop} part="evidence" />}
    >
      <SettingsSection title={t('evidence')} text={t('evidenceText')}>
        <FormTextArea
          control={control}
          name="public_key"
          label={t('publicKey')}
          hint={t('publicKeyHint')}
          rows={5}
          isMono
          spellCheck="false"
        />
        <FormLines
          control={control}
          name="networks"
          label={t('networks')}
          hint={t('networksHint')}
          isMono
          spellCheck="false"
        />
        {filledLines(networks ?? []).length > 0 && (
          <div>
            <FormSwitch control={control} name="network_is_enough" hint={t('enoughHint')}>
              {t('enough')}
            </FormSwitch>
            {isEnough && (
              <p role="status" className="mt-2.5 rounded-md bg-danger-weak px-3 py-2 text-md/5 text-danger">
                {t('enoughWarning')}
              </p>
            )}
          </div>
        )}
      </SettingsSection>
    </SettingsForm>
  )
}

/** An empty key becomes null. Without networks, a network match cannot be enough. */
function prepare({
  public_key: key,
  networks = [],
  network_is_enough: isEnough,
}: NotificationSettingsChange) {
  const named = filledLines(networks)
  return {
    public_key: key?.trim() ? key : null,
    networks: named,
    network_is_enough: named.length > 0 && isEnough === true,
  }
}
