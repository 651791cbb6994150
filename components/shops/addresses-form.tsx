'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormSwitch } from '@/components/form/fields/fields'
import { SubmitButton } from '@/components/form/submit-button'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { LastChange } from '@/components/settings/last-change'
import { useFollowSaved } from '@/components/settings/use-follow-saved'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/overlays/toast-store'
import { changeShop, connectionOptions, testSavedConnection } from '@/lib/shops/client'
import {
  type ConnectionReport as Report,
  gatewayAddressNames,
  shopChange,
  type ShopChange,
  type ShopConnection,
} from '@/lib/shops/schema'
import { AddressFields } from './address-fields'
import { ConnectionReport } from './connection-report'
import { reportIn } from './report-in'
import { useConnectionFailure } from './use-connection-failure'

/** New addresses get the secret key, so they need a recent sign-in, and are tested before they are saved. */
export function AddressesForm({ shop, connection }: { shop: string; connection: ShopConnection }) {
  const t = useTranslations('shops')
  const client = useQueryClient()
  const showFailure = useConnectionFailure(shop)
  const [report, setReport] = useState<Report | null>(null)
  const [isTesting, setIsTesting] = useState(false)
  const form = useZodForm(shopChange, { defaultValues: valuesOf(connection) })
  useFollowSaved(form, valuesOf(connection))
  const { control } = form
  const addresses = useWatch({ control, name: gatewayAddressNames })
  const isChanged = gatewayAddressNames.some((name, at) => addresses[at] !== connection[name])
  const { isSubmitting } = useFormState({ control })
  const isFixed = connection.mode === 'sandbox'

  const test = form.handleSubmit(
    async ({ version: _version, accept_untested: _accept, name: _name, mode: _mode, ...given }) => {
      setIsTesting(true)
      setReport(null)
      await testSavedConnection(shop, given)
        .then(setReport, (error: unknown) => showFailure(form, error))
        .finally(() => setIsTesting(false))
    },
  )
  const save = (change: ShopChange) =>
    changeShop(shop, change).then(
      (saved) => {
        form.reset(valuesOf(saved))
        setReport(null)
        client.setQueryData(connectionOptions(shop).queryKey, saved)
        toast(t('gateway.saved'))
      },
      (error: unknown) => {
        const found = reportIn(error)
        if (!found) return showFailure(form, error)
        setReport(found)
        form.setError('root.server', { type: 'server', message: t('mustTest') })
      },
    )
  return (
    <ZodForm form={form} onSubmit={save}>
      <div className="grid gap-4">
        {!isFixed && <AddressFields control={control} asks="three" />}
        {report && <ConnectionReport report={report} />}
        {report && !report.is_usable && isChanged && (
          <FormSwitch control={control} name="accept_untested" hint={t('acceptHint')}>
            {t('acceptUntested')}
          </FormSwitch>
        )}
        <div className="flex flex-wrap gap-2">
          {!isFixed && <SubmitButton isSave>{t('gateway.saveAddresses')}</SubmitButton>}
          <Button isPending={isTesting && !isSubmitting} onPress={() => void test()}>
            {t('gateway.test')}
          </Button>
          <LastChange shop={shop} part="addresses" />
        </div>
      </div>
    </ZodForm>
  )
}

const valuesOf = ({ version, gateway_url, apm_url, checkout_url }: ShopConnection) => ({
  version,
  gateway_url,
  apm_url,
  checkout_url,
  accept_untested: false,
})
