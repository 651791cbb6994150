'use client'
import { useTranslations } from 'use-intl'
import { FormNumberField, FormSwitch, FormTextField } from '@/components/form/fields/fields'
import { filledLines, FormLines } from '@/components/form/fields/lines-field'
import { useFormField } from '@/components/form/fields/use-form-field'
import type { ZodForm } from '@/components/form/use-zod-form'
import { when } from '@/components/time/when'
import { RadioCards } from '@/components/ui/fields/radio-cards'
import { shopAdders } from '@/lib/core/shop'
import {
  addersForm,
  anchorChange,
  factorForm,
  type InstallationSettings,
  networksForm,
  sandboxForm,
} from '@/lib/shops/installation'
import type { ReactNode } from 'react'
import type { FormSchema } from '@/components/form/resolver'
import { LastInstallationChange } from '@/components/settings/last-change'
import { SettingsForm, SettingsSection } from '@/components/settings/settings-form'
import { useInstallationForm } from '@/components/settings/use-installation-form'
import type { SettingsFormOptions } from '@/components/settings/use-settings-form'
import { changeInstallation, installationOptions } from '@/lib/shops/client'
import type { InstallationPart } from '@/lib/shops/settings-changes'

/** Who may add shops. */
export function AddersForm({ settings }: { settings: InstallationSettings }) {
  const t = useTranslations('installation.adding')
  return (
    <InstallationCard
      part="adding"
      title={t('title')}
      saveLabel={t('save')}
      schema={addersForm}
      settings={settings}
      valuesOf={({ shop_adders }) => ({ shop_adders })}
    >
      {(control) => <Adders control={control} />}
    </InstallationCard>
  )
}

function Adders({ control }: Pick<ZodForm<typeof addersForm>, 'control'>) {
  const t = useTranslations('installation.adding')
  const { value, change, error, bound } = useFormField({ control, name: 'shop_adders' }, t('title'), (id) =>
    t(id === 'owners' ? 'choices.owners' : 'choices.administrators'),
  )
  return (
    <RadioCards
      {...bound}
      label={t('who')}
      error={error}
      value={shopAdders.find((id) => id === value) ?? null}
      onChange={change}
      items={shopAdders.map((id) => ({ id, label: t(`choices.${id}`), text: t(`choicesText.${id}`) }))}
    />
  )
}

/** Whether everyone needs a second factor. */
export function FactorForm({ settings }: { settings: InstallationSettings }) {
  const t = useTranslations('installation')
  return (
    <InstallationCard
      part="factor"
      title={t('factor.title')}
      text={t('factor.text')}
      saveLabel={t('factor.save')}
      schema={factorForm}
      settings={settings}
      valuesOf={({ factor_required, factor_grace_days }) => ({
        factor_required,
        factor_grace_days,
      })}
    >
      {(control) => (
        <>
          <FormSwitch control={control} name="factor_required">
            {t('factor.required')}
          </FormSwitch>
          <FormNumberField
            control={control}
            name="factor_grace_days"
            label={t('factor.days')}
            hint={t('factor.daysHint')}
            isNarrow
          />
        </>
      )}
    </InstallationCard>
  )
}

/** Whether the sandbox runs, and who sees its payer pages. */
export function SandboxSwitches({ settings }: { settings: InstallationSettings }) {
  const t = useTranslations('installation.sandbox')
  const { is_running: isRunning, is_given: isGiven } = settings.sandbox
  return (
    <InstallationCard
      part="sandbox"
      title={t('title')}
      text={t('text')}
      saveLabel={t('save')}
      schema={sandboxForm}
      settings={settings}
      valuesOf={({ has_sandbox, is_sandbox_public }) => ({
        has_sandbox,
        is_sandbox_public,
      })}
    >
      {(control) => (
        <>
          <FormSwitch
            control={control}
            name="has_sandbox"
            isDisabled={isGiven}
            hint={isGiven ? t('given') : t('runHint')}
          >
            {t('run')}
          </FormSwitch>
          {settings.has_sandbox !== isRunning && (
            <p role="status" className="rounded-md bg-warn-weak px-3 py-2 text-md text-warn">
              {t(isRunning ? 'stopsLater' : 'runsLater')}
            </p>
          )}
          <FormSwitch control={control} name="is_sandbox_public" hint={t('publicHint')}>
            {t('public')}
          </FormSwitch>
        </>
      )}
    </InstallationCard>
  )
}

/** The closed networks that may be called. */
export function NetworksForm({ settings }: { settings: InstallationSettings }) {
  const t = useTranslations('installation')
  return (
    <InstallationCard
      part="networks"
      title={t('networks')}
      text={t('networksText')}
      saveLabel={t('save')}
      schema={networksForm}
      settings={settings}
      valuesOf={({ allowed_networks }) => ({ allowed_networks })}
      prepare={({ allowed_networks: networks }) => ({
        allowed_networks: filledLines(networks),
      })}
    >
      {(control) => (
        <FormLines
          control={control}
          name="allowed_networks"
          label={t('allowed')}
          hint={t('allowedHint')}
          isMono
        />
      )}
    </InstallationCard>
  )
}

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
      valuesOf={({ anchor_recipient, version }) => ({
        anchor_recipient: anchor_recipient ?? '',
        version,
      })}
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

interface InstallationCardProps<S extends FormSchema> extends Pick<
  SettingsFormOptions<S, InstallationSettings>,
  'schema' | 'settings' | 'valuesOf' | 'prepare'
> {
  part: InstallationPart
  title: string
  text?: string
  saveLabel: string
  children: (control: ZodForm<S>['control']) => ReactNode
}

/** A part of the installation's settings, which is saved on its own. */
function InstallationCard<S extends FormSchema>(props: InstallationCardProps<S>) {
  const { part, title, text, saveLabel, children, ...options } = props
  const { form, save } = useInstallationForm<S, InstallationSettings>({
    ...options,
    send: changeInstallation,
    queryKey: installationOptions().queryKey,
  })
  return (
    <SettingsForm
      form={form}
      onSubmit={save}
      saveLabel={saveLabel}
      actions={<LastInstallationChange part={part} />}
    >
      <SettingsSection title={title} text={text}>
        {children(form.control)}
      </SettingsSection>
    </SettingsForm>
  )
}
