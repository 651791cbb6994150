'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FormNumberField } from '@/components/form/fields/fields'
import { SettingsCard } from '@/components/settings/settings-form'
import { useSettingsForm } from '@/components/settings/use-settings-form'
import { changeRevealLimit, revealLimitOptions } from '@/lib/shops/client'
import { type RevealLimit, revealLimitForm } from '@/lib/shops/reveal-limit'

/** How many masked values one person may reveal in an hour. */
export function RevealLimitSection({ shop }: { shop: string }) {
  const { data } = useQuery(revealLimitOptions(shop))
  return data ? <RevealLimitForm shop={shop} settings={data} /> : null
}

const valuesOf = ({ per_hour }: RevealLimit) => ({ per_hour })

function RevealLimitForm({ shop, settings }: { shop: string; settings: RevealLimit }) {
  const t = useTranslations('people.revealLimit')
  const { form, save } = useSettingsForm({
    schema: revealLimitForm,
    settings,
    valuesOf,
    send: (change) => changeRevealLimit(shop, change),
    queryKey: revealLimitOptions(shop).queryKey,
    savedText: t('saved'),
  })
  return (
    <div className="mt-6">
      <SettingsCard
        form={form}
        onSubmit={save}
        saveLabel={t('save')}
        shop={shop}
        part="reveal_limit"
        title={t('title')}
        text={t('text')}
      >
        <FormNumberField control={form.control} name="per_hour" label={t('perHour')} isNarrow />
      </SettingsCard>
    </div>
  )
}
