'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FormCheckboxGroup, FormNumberField } from '@/components/form/fields/fields'
import { SettingsCard } from '@/components/settings/settings-form'
import { useSettingsForm } from '@/components/settings/use-settings-form'
import { roles } from '@/lib/core/permissions'
import { changeFactorRule, factorRuleOptions } from '@/lib/people/client'
import { factorRuleForm, type FactorRule } from '@/lib/people/schema'
import { changeRevealLimit, revealLimitOptions } from '@/lib/shops/client'
import { type RevealLimit, revealLimitForm } from '@/lib/shops/reveal-limit'

/** Which roles need a second factor in this shop. */
export function FactorRuleSection({ shop }: { shop: string }) {
  const { data } = useQuery(factorRuleOptions(shop))
  return data ? <FactorRuleForm shop={shop} settings={data} /> : null
}

function FactorRuleForm({ shop, settings }: { shop: string; settings: FactorRule }) {
  const t = useTranslations('people.factorRule')
  const roleName = useTranslations('auth.role')
  const { form, save } = useSettingsForm({
    schema: factorRuleForm,
    settings,
    valuesOf: ({ version: _, ...rule }) => rule,
    send: (change) => changeFactorRule(shop, change),
    queryKey: factorRuleOptions(shop).queryKey,
    savedText: t('saved'),
  })
  return (
    <div className="mt-6">
      <SettingsCard
        form={form}
        onSubmit={save}
        saveLabel={t('save')}
        shop={shop}
        part="factor_rule"
        title={t('title')}
        text={t('text')}
      >
        <FormCheckboxGroup
          control={form.control}
          name="roles"
          label={t('roles')}
          items={roles.map((id) => ({ id, label: roleName(id) }))}
        />
        <FormNumberField
          control={form.control}
          name="grace_days"
          label={t('days')}
          hint={t('daysHint')}
          isNarrow
        />
      </SettingsCard>
    </div>
  )
}

/** How many masked values one person may reveal in an hour. */
export function RevealLimitSection({ shop }: { shop: string }) {
  const { data } = useQuery(revealLimitOptions(shop))
  return data ? <RevealLimitForm shop={shop} settings={data} /> : null
}

function RevealLimitForm({ shop, settings }: { shop: string; settings: RevealLimit }) {
  const t = useTranslations('people.revealLimit')
  const { form, save } = useSettingsForm({
    schema: revealLimitForm,
    settings,
    valuesOf: ({ per_hour }) => ({ per_hour }),
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
