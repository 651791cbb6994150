'use client'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { z } from 'zod'
import { QueryError } from '@/components/data-table/query-state'
import { FormCheckboxGroup, FormTextField } from '@/components/form/fields/fields'
import { FormLanguage } from '@/components/form/fields/named-code-fields'
import { noAutofill, pairClass } from '@/components/form/layout'
import { SettingsCard } from '@/components/settings/settings-form'
import { useSettingsForm } from '@/components/settings/use-settings-form'
import { customerFieldNames } from '@/lib/gateway/customers/fields'
import { changePageDefaults, pageDefaultsOptions } from '@/lib/shops/client'
import type { PageDefaultForm, PageDefaultSettings } from '@/lib/shops/page-defaults'

/** The defaults of payment pages of new checkouts and products. */
export function PageDefaultsCard({ shop }: { shop: string }) {
  const failed = useTranslations('payments')('failedTitle')
  const query = useQuery(pageDefaultsOptions(shop))
  if (!query.data) return query.isError ? <QueryError query={query} title={failed} /> : null
  return <PageDefaultsForm shop={shop} settings={query.data} />
}

interface PageDefaultsFormProps {
  shop: string
  settings: PageDefaultSettings
}

function PageDefaultsForm({ shop, settings }: PageDefaultsFormProps) {
  const t = useTranslations('payments.page')
  const names = useTranslations('products.fields')
  const { form, save } = useSettingsForm({
    schema: loadSchema,
    settings,
    valuesOf,
    prepare,
    send: (change) => changePageDefaults(shop, change),
    queryKey: pageDefaultsOptions(shop).queryKey,
    savedText: t('saved'),
  })
  const { control } = form
  const hasReturnPage = useWatch({ control, name: 'defaults.return_url' }).trim() !== ''
  const address = { control, ...noAutofill, type: 'url', inputMode: 'url' } as const
  const layout = 'grid gap-x-4 gap-y-1 grid-cols-2 lg:grid-cols-3'
  const items = customerFieldNames.map((id) => ({ id, label: names(id) }))
  return (
    <SettingsCard
      form={form}
      onSubmit={save}
      saveLabel={t('save')}
      shop={shop}
      part="page_defaults"
      title={t('title')}
      text={t('text')}
    >
      <div className="max-w-80">
        <FormLanguage control={control} name="defaults.language" />
      </div>
      <FormTextField
        {...address}
        name="defaults.return_url"
        label={t('returnPage')}
        hint={t('returnPageHint')}
      />
      {!hasReturnPage && (
        <div className={pairClass}>
          <FormTextField {...address} name="defaults.success_url" label={t('successPage')} />
          <FormTextField {...address} name="defaults.decline_url" label={t('declinePage')} />
        </div>
      )}
      <div className={pairClass}>
        <FormTextField {...address} name="defaults.fail_url" label={t('failPage')} hint={t('failPageHint')} />
        <FormTextField {...address} name="defaults.cancel_url" label={t('cancelPage')} />
      </div>
      <FormCheckboxGroup
        control={control}
        name="defaults.visible"
        label={t('visible')}
        hint={t('visibleHint')}
        layout={layout}
        items={items}
      />
      <FormCheckboxGroup
        control={control}
        name="defaults.read_only"
        label={t('readOnly')}
        hint={t('readOnlyHint')}
        layout={layout}
        items={items.filter(({ id }) => id !== 'email')}
      />
    </SettingsCard>
  )
}

/** Empty texts and lists mean values left to the gateway. */
interface PageDefaultValues {
  defaults: Record<TextName, string> & Record<'visible' | 'read_only', string[]>
}

const textNames = ['language', 'return_url', 'success_url', 'decline_url', 'fail_url', 'cancel_url'] as const
type TextName = (typeof textNames)[number]

/** Validates the result of `prepare`. */
const loadSchema = async () => {
  const { pageDefaultForm } = await import('@/lib/shops/page-defaults')
  return pageDefaultForm as unknown as z.ZodType<PageDefaultForm, PageDefaultValues>
}

const valuesOf = ({ defaults }: PageDefaultSettings): PageDefaultValues => ({
  defaults: {
    ...(Object.fromEntries(textNames.map((name) => [name, defaults[name] ?? ''])) as Record<
      TextName,
      string
    >),
    visible: defaults.visible ?? [],
    read_only: defaults.read_only ?? [],
  },
})

/** Leaves out empty values, and the pages that a return page replaces. */
function prepare({ defaults }: PageDefaultValues): unknown {
  const replaced = defaults.return_url.trim() === '' ? [] : ['success_url', 'decline_url']
  const kept = Object.entries(defaults)
    .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const)
    .filter(([name, value]) => value.length > 0 && !replaced.includes(name))
  return { defaults: Object.fromEntries(kept) }
}
