'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FormNumberField } from '@/components/form/fields/fields'
import { LastChange } from '@/components/settings/last-change'
import { SettingsForm, SettingsSection, useSettingsForm } from '@/components/settings/settings-form'
import { useFollowSaved } from '@/components/settings/use-follow-saved'
import { changeRevealLimit, revealLimitOptions } from '@/lib/shops/client'
import { revealLimitChange, type RevealLimit, type RevealLimitChange } from '@/lib/shops/reveal-limit'

/** How many masked values one person may reveal in an hour. */
export function RevealLimitSection({ shop }: { shop: string }) {
  const { data } = useQuery(revealLimitOptions(shop))
  return data ? <RevealLimitForm shop={shop} settings={data} /> : null
}

const valuesOf = (settings: RevealLimit) => settings

function RevealLimitForm({ shop, settings }: { shop: string; settings: RevealLimit }) {
  const t = useTranslations('people.revealLimit')
  const { form, save } = useSettingsForm({
    schema: revealLimitChange,
    settings,
    valuesOf,
    send: (change: RevealLimitChange) => changeRevealLimit(shop, change),
    queryKey: revealLimitOptions(shop).queryKey,
    savedText: t('saved'),
  })
  useFollowSaved(form, valuesOf(settings))
  return (
    <div className="mt-6">
      <SettingsForm
        form={form}
        onSubmit={save}
        saveLabel={t('save')}
        actions={<LastChange shop={shop} part="reveal_limit" />}
      >
        <SettingsSection title={t('title')} text={t('text')}>
          <FormNumberField control={form.control} name="per_hour" label={t('perHour')} className="max-w-60" />
        </SettingsSection>
      </SettingsForm>
    </div>
  )
}
