'use client'
import { useTranslations } from 'use-intl'
import { FormSwitch } from '@/components/form/fields/fields'
import { sandboxForm, type InstallationSettings } from '@/lib/shops/installation'
import { InstallationCard } from './installation-card'

const valuesOf = ({ has_sandbox, is_sandbox_public }: InstallationSettings) => ({
  has_sandbox,
  is_sandbox_public,
})

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
      valuesOf={valuesOf}
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
