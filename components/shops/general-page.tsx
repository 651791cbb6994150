'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { FormTextField } from '@/components/form/fields/fields'
import { noAutofill, stackClass } from '@/components/form/layout'
import { SubmitButton } from '@/components/form/submit-button'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { LastChange } from '@/components/settings/last-change'
import { SettingsPage } from '@/components/settings/settings-page'
import { useFollowSaved } from '@/components/settings/use-follow-saved'
import { Card, Section } from '@/components/ui/card'
import { toast } from '@/components/ui/overlays/toast-store'
import { changeShop, connectionOptions } from '@/lib/shops/client'
import { shopChange, type ShopChange, type ShopConnection } from '@/lib/shops/schema'
import { ArchiveSection } from './archive-section'
import { DeleteSection } from './delete-section'
import { ModeField } from './mode-field'
import { useConnectionFailure } from './use-connection-failure'

export function GeneralPage({ shop }: { shop: string }) {
  const t = useTranslations('shops')
  const query = useQuery(connectionOptions(shop))
  return (
    <SettingsPage title={t('general.title')} query={query} failedTitle={t('gateway.failedTitle')}>
      {(connection) => (
        <>
          {!connection.archived && <GeneralForm shop={shop} connection={connection} />}
          <ArchiveSection shop={shop} connection={connection} />
          {connection.archived && <DeleteSection shop={shop} connection={connection} />}
        </>
      )}
    </SettingsPage>
  )
}

function GeneralForm({ shop, connection }: { shop: string; connection: ShopConnection }) {
  const t = useTranslations('shops')
  const client = useQueryClient()
  const router = useRouter()
  const isSandbox = connection.mode === 'sandbox'
  const form = useZodForm(shopChange, { defaultValues: valuesOf(connection) })
  useFollowSaved(form, valuesOf(connection))
  const showFailure = useConnectionFailure(shop)
  const save = (change: ShopChange) =>
    changeShop(shop, change).then(
      (saved) => {
        form.reset(valuesOf(saved))
        client.setQueryData(connectionOptions(shop).queryKey, saved)
        toast(t('general.saved'))
        router.refresh() // The frame shows name and mode.
      },
      (error: unknown) => showFailure(form, error),
    )
  return (
    <ZodForm form={form} onSubmit={save}>
      <Card>
        <Section title={t('general.identity')}>
          <div className={stackClass}>
            <FormTextField
              control={form.control}
              name="name"
              label={t('fields.name')}
              hint={t('where.name')}
              {...noAutofill}
            />
            {isSandbox ? (
              <p className="text-md/5 text-muted">{t('general.modeSandbox')}</p>
            ) : (
              <div>
                <ModeField control={form.control} name="mode" />
                <p className="mt-1 text-xs text-muted">{t('general.modeHint')}</p>
              </div>
            )}
            <dl className="grid gap-x-4 gap-y-1 text-md/5 sm:grid-cols-[auto_1fr]">
              <dt className="text-muted">{t('general.id')}</dt>
              <dd className="font-mono">{connection.gateway_shop_id}</dd>
              <dt className="text-muted">{t('general.address')}</dt>
              <dd className="font-mono wrap-anywhere">{shop}</dd>
            </dl>
          </div>
        </Section>
        <div className="flex flex-wrap gap-2 px-5 py-4 max-md:px-4">
          <SubmitButton isSave>{t('general.save')}</SubmitButton>
          <LastChange shop={shop} part="general" />
        </div>
      </Card>
    </ZodForm>
  )
}

const valuesOf = ({ version, name, mode }: ShopConnection) => ({
  version,
  name,
  ...(mode !== 'sandbox' && { mode }),
})
