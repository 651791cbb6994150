'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { v4 as uuidv4 } from 'uuid'
import { FormSelect } from '@/components/form/fields/choice-fields'
import { FormTextField } from '@/components/form/fields/fields'
import { FormMoney } from '@/components/form/fields/money-field'
import { SubmitButton } from '@/components/form/submitting/submit-button'
import type { ZodForm } from '@/components/form/use-zod-form'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/card'
import type { Endpoint } from '@/lib/forwarding/schema'
import { sampleKinds, samplePrefix, type sampleRequest } from '@/lib/forwarding/sample'

interface SampleFieldsProps {
  form: ZodForm<typeof sampleRequest>
  endpoints: readonly Endpoint[]
}

/** The form's fields: the kind of sample, its content and its target. */
export function SampleFields({ form, endpoints }: SampleFieldsProps) {
  const t = useTranslations('samples')
  const { control } = form
  return (
    <>
      <Section title={t('order')}>
        <div className="grid gap-4">
          <FormSelect
            control={control}
            name="kind"
            label={t('what')}
            items={sampleKinds.map((id) => ({ id, label: t(`kinds.${id}`) }))}
          />
          <FormMoney
            control={control}
            name="amount"
            currencyName="currency"
            label={t('amount')}
            currencyLabel={t('currency')}
          />
          <FormTextField control={control} name="description" label={t('description')} />
          <FormTextField
            control={control}
            name="tracking_id"
            label={t('trackingId')}
            hint={t('trackingHint')}
            isMono
          />
          <Uid form={form} />
        </div>
      </Section>
      <Section title={t('where')}>
        <div className="grid gap-4">
          <FormSelect
            control={control}
            name="target"
            label={t('target')}
            hint={endpoints.length > 0 ? t('endpointHint') : undefined}
            items={[
              { id: 'here', label: t('here') },
              ...endpoints.map(({ id, name }) => ({ id, label: t('toEndpoint', { name }) })),
            ]}
          />
          <SubmitButton className="justify-self-start">{t('send')}</SubmitButton>
        </div>
      </Section>
    </>
  )
}

function Uid({ form }: Pick<SampleFieldsProps, 'form'>) {
  const t = useTranslations('samples')
  const uid = useWatch({ control: form.control, name: 'uid' })
  const renew = () => {
    form.setValue('uid', `${samplePrefix}${uuidv4()}`)
    form.setValue('created_at', new Date().toISOString())
  }
  return (
    <div>
      <p className="mb-1 text-md font-medium">{t('uid')}</p>
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 font-mono text-xs break-all">{uid}</span>
        <Button size="sm" onPress={renew}>
          {t('newUid')}
        </Button>
      </div>
      <p className="mt-1 text-sm text-muted">{t('uidText')}</p>
    </div>
  )
}
