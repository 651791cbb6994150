'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { QueryError } from '@/components/data-table/query-state'
import { filledLines, FormLines } from '@/components/form/fields/lines-field'
import { SubmitButton } from '@/components/form/submit-button'
import { useSubmitFailure } from '@/components/form/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { useFollowSaved } from '@/components/settings/use-follow-saved'
import { Card, Section } from '@/components/ui/card'
import { toast } from '@/components/ui/overlays/toast-store'
import { ApiError } from '@/lib/core/http'
import { changeInstallation, installationOptions } from '@/lib/shops/client'
import {
  installationChange,
  type InstallationChange,
  type InstallationSettings,
} from '@/lib/shops/installation'

/** Settings of the whole installation, for its administrators. */
export function InstallationPage() {
  const t = useTranslations('installation')
  const query = useQuery(installationOptions())
  return (
    <>
      <h1 className="mb-4 text-xl font-[620] tracking-[-0.015em]">{t('title')}</h1>
      {query.isError && !query.data && <QueryError query={query} title={t('failedTitle')} />}
      {query.data && <NetworksForm settings={query.data} />}
    </>
  )
}

function NetworksForm({ settings }: { settings: InstallationSettings }) {
  const t = useTranslations('installation')
  const client = useQueryClient()
  const showFailure = useSubmitFailure()
  const form = useZodForm(installationChange, { defaultValues: settings, prepare })
  useFollowSaved(form, settings)
  const { queryKey } = installationOptions()
  const save = (change: InstallationChange) =>
    changeInstallation(change).then(
      (saved) => {
        form.reset(saved)
        client.setQueryData(queryKey, saved)
        toast(t('saved'))
      },
      (error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'conflict') return showFailure(form, error)
        toast(t('conflict'), 'bad')
        void client.invalidateQueries({ queryKey })
      },
    )
  return (
    <ZodForm form={form} onSubmit={save}>
      <Card>
        <Section title={t('networks')}>
          <p className="mb-4 text-md/5">{t('networksText')}</p>
          <FormLines
            control={form.control}
            name="allowed_networks"
            label={t('allowed')}
            hint={t('allowedHint')}
            isMono
            spellCheck="false"
          />
        </Section>
        <div className="px-5 py-4 max-md:px-4">
          <SubmitButton isSave>{t('save')}</SubmitButton>
        </div>
      </Card>
    </ZodForm>
  )
}

const prepare = ({ allowed_networks: networks, version }: InstallationChange) => ({
  version,
  allowed_networks: filledLines(networks),
})
