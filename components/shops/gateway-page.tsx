'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormState, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormSwitch } from '@/components/form/fields/fields'
import { SubmitButton } from '@/components/form/submitting/submit-button'
import { ZodForm } from '@/components/form/zod-form'
import { LastChange } from '@/components/settings/last-change'
import { SettingsPage } from '@/components/settings/settings-page'
import { useSettingsForm } from '@/components/settings/use-settings-form'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { changeShop, connectionOptions, testSavedConnection } from '@/lib/shops/client'
import { addressesForm, gatewayAddressNames, type ShopConnection } from '@/lib/shops/schema'
import { AddressFields } from './address-fields'
import { ConnectionReport } from './connection-report'
import { reportIn, useConnectionTest } from './use-connection-test'
import { SecretKey } from './secret-key'

interface GatewayPageProps {
  shop: string
  /** The shop's name if it is live; otherwise null. */
  liveShopName: string | null
}

/** The shop's connection: addresses, a test, and the secret key. */
export function GatewayPage({ shop, liveShopName }: GatewayPageProps) {
  const t = useTranslations('shops')
  const query = useQuery(connectionOptions(shop))
  return (
    <SettingsPage title={t('gateway.title')} query={query} failedTitle={t('gateway.failedTitle')}>
      {(connection) => (
        <>
          <Card>
            <Section title={t('gateway.addresses')}>
              <p className="mb-4 text-md/5 text-muted">
                {t(connection.mode === 'sandbox' ? 'gateway.sandboxText' : 'gateway.addressesText')}
              </p>
              <AddressesForm shop={shop} connection={connection} />
            </Section>
          </Card>
          <Card>
            <Section title={t('gateway.key')}>
              <SecretKey shop={shop} liveShopName={liveShopName} connection={connection} />
            </Section>
          </Card>
        </>
      )}
    </SettingsPage>
  )
}

/** New addresses get the secret key, so they need a recent sign-in, and are tested before they are saved. */
function AddressesForm({ shop, connection }: { shop: string; connection: ShopConnection }) {
  const t = useTranslations('shops')
  const { form, save } = useSettingsForm({
    schema: addressesForm,
    settings: connection,
    valuesOf,
    send: (change) => changeShop(shop, change),
    queryKey: connectionOptions(shop).queryKey,
    savedText: t('gateway.saved'),
    onRefused: (error) => {
      const found = reportIn(error)
      if (!found) return false
      setReport(found)
      form.setError('root.server', { type: 'server', message: t('mustTest') })
      return true
    },
  })
  const { control } = form
  const { report, setReport, isTesting, test } = useConnectionTest(
    form,
    ({ accept_untested: _accept, ...given }) => testSavedConnection(shop, given),
  )
  const addresses = useWatch({ control, name: gatewayAddressNames })
  const isChanged = gatewayAddressNames.some((name, at) => addresses[at] !== connection[name])
  const { isSubmitting } = useFormState({ control })
  const isFixed = connection.mode === 'sandbox'

  return (
    <ZodForm
      form={form}
      onSubmit={async (change, sent) => {
        if (await save(change, sent)) setReport(null)
      }}
    >
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

const valuesOf = ({ gateway_url, apm_url, checkout_url }: ShopConnection) => ({
  gateway_url,
  apm_url,
  checkout_url,
  accept_untested: false,
})
