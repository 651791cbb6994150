'use client'
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useFormState, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormSwitch } from '@/components/form/fields/fields'
import { SubmitButton } from '@/components/form/submitting/submit-button'
import { ZodForm } from '@/components/form/zod-form'
import { InUse } from '@/components/frame/in-use'
import { useIsArchived } from '@/components/frame/use-may'
import { LastChange } from '@/components/settings/last-change'
import { SettingsPage } from '@/components/settings/settings-form'
import { useSettingsForm } from '@/components/settings/use-settings-form'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { changeShop, connectionOptions, testSavedConnection, restoreKey } from '@/lib/shops/client'
import { addressesForm, gatewayAddressNames, type ShopConnection } from '@/lib/shops/schema'
import { AddressFields } from './address-fields'
import { ConnectionReport } from './connection-report'
import { reportIn, useConnectionTest } from './use-connection-test'
import { dynamic } from '@/components/ui/dynamic'
import { useRef, useState } from 'react'
import { when } from '@/components/time/when'
import { toast } from '@/components/ui/overlays/toast-store'
import { ApiError } from '@/lib/core/api/http'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import { storeAnswer } from '@/lib/core/client/store-answer'

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
  const isArchived = useIsArchived()

  return (
    <ZodForm
      form={form}
      isReadOnly={isArchived}
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
          <InUse>
            {!isFixed && <SubmitButton isSave>{t('gateway.saveAddresses')}</SubmitButton>}
            <Button isPending={isTesting && !isSubmitting} onPress={() => void test()}>
              {t('gateway.test')}
            </Button>
          </InUse>
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

const RotateKeyDialog = dynamic(lazyWithMessages(() => import('./rotate-key-dialog')))

interface SecretKeyProps {
  shop: string
  liveShopName: string | null
  connection: ShopConnection
}

/** The key in use and those that it replaced. The keys are not shown: their last four characters distinguish them. */
function SecretKey({ shop, liveShopName, connection }: SecretKeyProps) {
  const t = useTranslations('shops')
  const [isReplacing, setIsReplacing] = useState(false)
  const replace = useRef<HTMLButtonElement>(null)
  const { secret_key: key, old_keys: old } = connection
  return (
    <>
      <p className="text-md/5">
        <span className="font-medium">{t('gateway.current')}</span> · <KeyEnd end={key.last_four} />
      </p>
      <p className="text-sm wrap-anywhere text-muted">
        {key.set_by === null
          ? t.rich('gateway.setByEnvironment', { when: when(key.set_at) })
          : t.rich('gateway.setBy', { name: key.set_by, when: when(key.set_at) })}
      </p>
      <InUse>
        <Button ref={replace} className="mt-3" onPress={() => setIsReplacing(true)}>
          {t('gateway.replace')}
        </Button>
      </InUse>
      {old.length > 0 && (
        // The pressed button disappears with its key.
        <OldKeys shop={shop} connection={connection} onBack={() => replace.current?.focus()} />
      )}
      {isReplacing && (
        <RotateKeyDialog
          shop={shop}
          liveShopName={liveShopName}
          version={connection.version}
          onClose={() => setIsReplacing(false)}
        />
      )}
    </>
  )
}

interface OldKeysProps extends Omit<SecretKeyProps, 'liveShopName'> {
  onBack: () => void
}

function OldKeys({ shop, connection: { old_keys: old, version }, onBack }: OldKeysProps) {
  const t = useTranslations('shops')
  const client = useQueryClient()
  const { queryKey } = connectionOptions(shop)
  const goBack = useMutation({
    mutationFn: (id: string) => restoreKey(shop, { id, version }),
    onSuccess: (saved) => {
      storeAnswer(client, queryKey, saved)
      toast(t('gateway.back'))
      onBack()
    },
    onError: (error) => {
      toast(error instanceof ApiError && error.code === 'conflict' ? t('conflict') : error.message, 'bad', {
        error,
      })
      void client.invalidateQueries({ queryKey })
    },
  })
  return (
    <div className="mt-4 border-t pt-4">
      <h3 className="text-md font-semibold">{t('gateway.old')}</h3>
      <p className="mt-1 text-md/5 text-muted">{t('gateway.oldText')}</p>
      <ul className="mt-2 grid gap-2">
        {old.map(({ id, last_four: end, until }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 text-md/5">
            <span>
              <KeyEnd end={end} />
              <span className="text-muted"> · {t.rich('gateway.counts', { when: when(until) })}</span>
            </span>
            <InUse>
              <Button size="sm" isPending={goBack.isPending} onPress={() => goBack.mutate(id)}>
                {t('gateway.useAgain')}
              </Button>
            </InUse>
          </li>
        ))}
      </ul>
    </div>
  )
}

function KeyEnd({ end }: { end: string | null }) {
  const t = useTranslations('shops.gateway')
  if (end === null) return t('unopened')
  return end === '' ? t('hidden') : t.rich('ends', { end: () => <span className="font-mono">{end}</span> })
}
