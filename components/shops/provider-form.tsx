'use client'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { FormSwitch, FormTextArea, FormTextField } from '@/components/form/fields/fields'
import { noAutofill, stackClass } from '@/components/form/layout'
import { markSaved } from '@/components/form/saved'
import { SubmitButton } from '@/components/form/submitting/submit-button'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { Button } from '@/components/ui/button'
import { useViewerTimeZone } from '@/components/time/clock'
import { Card, Section } from '@/components/ui/card'
import { createShop, testConnection } from '@/lib/shops/client'
import type { Preset } from '@/lib/shops/presets'
import {
  gatewayAddress,
  gatewayAddressNames,
  shopCreate,
  type ShopCreate,
  type ShopCreateInput,
} from '@/lib/shops/schema'
import { AddressFields } from './address-fields'
import { ModeField } from './mode-field'
import { ConnectionReport } from './connection-report'
import { reportIn, useConnectionTest } from './use-connection-test'

const empty: ShopCreateInput = {
  name: '',
  mode: 'test',
  gateway_shop_id: '',
  secret_key: '',
  gateway_url: '',
  apm_url: '',
  checkout_url: '',
  public_key: '',
  accept_untested: false,
}

/** The address entered is used for all three. An error is shown once, on the field that exists. */
function prepareOne(values: ShopCreateInput): ShopCreateInput {
  const { apm_url: entered } = values
  const url = gatewayAddress.safeParse(entered).success ? entered : 'https://gateway.invalid'
  return { ...values, gateway_url: url, checkout_url: url }
}

export const useProviderForm = (asks: Preset['asks']) =>
  useZodForm(shopCreate, { defaultValues: empty, prepare: asks === 'one' ? prepareOne : undefined })

interface ProviderFormProps {
  form: ReturnType<typeof useProviderForm>
  asks: 'one' | 'three'
  /** Filled in when they are chosen. */
  addresses: Preset['addresses']
}

/** Credentials and addresses of a shop at a provider. Saves tested values, or untested ones if the person insists. */
export function ProviderForm({ form, asks, addresses }: ProviderFormProps) {
  const t = useTranslations('shops')
  const showFailure = useSubmitFailure()
  const zone = useViewerTimeZone()
  const { control, setValue } = form
  useEffect(() => {
    if (addresses) for (const name of gatewayAddressNames) setValue(name, addresses[name])
  }, [addresses, setValue])
  const { report, setReport, isTesting, test } = useConnectionTest(
    form,
    ({ name: _name, mode: _mode, time_zone: _zone, accept_untested: _accept, ...given }) =>
      testConnection(given),
  )
  const save = ({ mode, ...given }: ShopCreate) =>
    // The choice stays when the form goes and comes back, but is not on the screen without the report.
    createShop({
      mode,
      ...given,
      time_zone: zone,
      accept_untested: report !== null && given.accept_untested,
    }).then(
      ({ id }) => {
        markSaved(form)
        openShop(id)
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
        <Card>
          <Credentials control={control} asks={asks} />
          <Section title={t('parts.name')}>
            <div className={stackClass}>
              <FormTextField
                control={control}
                name="name"
                label={t('fields.name')}
                hint={t('where.name')}
                {...noAutofill}
              />
              <ModeField control={control} name="mode" />
              <p className="text-xs text-muted">{t('newZone', { zone })}</p>
            </div>
          </Section>
          <div className="grid gap-4 px-5 py-4 max-md:px-4">
            {report && <ConnectionReport report={report} />}
            {report && !report.is_usable && (
              <FormSwitch control={control} name="accept_untested" hint={t('acceptHint')}>
                {t('acceptUntested')}
              </FormSwitch>
            )}
            <div className="flex flex-wrap gap-2">
              <SubmitButton>{t('connect')}</SubmitButton>
              <Button isPending={isTesting} onPress={() => void test()}>
                {t('test')}
              </Button>
            </div>
          </div>
        </Card>
      </div>
    </ZodForm>
  )
}

type FormControl = ProviderFormProps['form']['control']

function Credentials({ control, asks }: { control: FormControl; asks: 'one' | 'three' }) {
  const t = useTranslations('shops')
  return (
    <Section title={t('parts.credentials')}>
      <div className={stackClass}>
        <FormTextField
          control={control}
          name="gateway_shop_id"
          label={t('fields.gateway_shop_id')}
          hint={t('where.gateway_shop_id')}
          inputMode="numeric"
          isMono
          isNarrow
          {...noAutofill}
        />
        <FormTextField
          control={control}
          name="secret_key"
          label={t('fields.secret_key')}
          hint={t('where.secret_key')}
          isMono
          {...noAutofill}
        />
        <AddressFields control={control} asks={asks} />
        <FormTextArea
          control={control}
          name="public_key"
          label={t('fields.public_key')}
          hint={t('where.public_key')}
          rows={3}
          isMono
        />
      </div>
    </Section>
  )
}

/** Opens a shop's overview as a new document: its frame lists the shops of the person. */
export const openShop = (id: string): void => window.location.assign(`/shops/${encodeURIComponent(id)}`)
