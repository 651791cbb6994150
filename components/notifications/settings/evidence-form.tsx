'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormSwitch, FormTextArea } from '@/components/form/fields'
import { filledLines, FormLines } from '@/components/form/lines-field'
import { SubmitButton } from '@/components/form/submit-button'
import { useSubmitFailure } from '@/components/form/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { Card, Section } from '@/components/ui/card'
import type { NotificationSettings, NotificationSettingsChange } from '@/lib/notifications/settings'
import { useSave } from './use-save'

const loadSchema = () =>
  import('@/lib/notifications/settings').then((module) => module.notificationSettingsChange)

const valuesOf = (settings: NotificationSettings) => ({
  public_key: settings.public_key ?? '',
  networks: settings.networks,
  network_is_enough: settings.network_is_enough,
})

export function EvidenceForm({ shop, settings }: { shop: string; settings: NotificationSettings }) {
  const t = useTranslations('notificationSettings')
  const showFailure = useSubmitFailure()
  const save = useSave(shop)
  const form = useZodForm(loadSchema, { defaultValues: valuesOf(settings), prepare })
  const { control } = form
  const networks = useWatch({ control, name: 'networks' })
  const isEnough = useWatch({ control, name: 'network_is_enough' })
  const submit = (change: NotificationSettingsChange) =>
    save(change).then(
      (saved) => form.reset(valuesOf(saved)),
      (error: unknown) => showFailure(form, error),
    )
  return (
    <ZodForm form={form} onSubmit={submit}>
      <Card>
        <Section title={t('evidence')}>
          <p className="mb-4 text-md/5">{t('evidenceText')}</p>
          <div className="grid gap-4">
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
                  <p
                    role="status"
                    className="mt-2.5 rounded-md bg-danger-weak px-3 py-2 text-md/5 text-danger"
                  >
                    {t('enoughWarning')}
                  </p>
                )}
              </div>
            )}
          </div>
        </Section>
        <div className="px-5 py-4 max-md:px-4">
          <SubmitButton isSave>{t('saveEvidence')}</SubmitButton>
        </div>
      </Card>
    </ZodForm>
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
