'use client'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { schemaResolver } from '@/components/form/resolver'
import { ZodForm } from '@/components/form/zod-form'
import { payerForm, type PayerFormInput, type PayerFormOutput } from '@/lib/gateway/cards/card'
import type { CustomerFieldName } from '@/lib/gateway/customers/fields'
import { CardFields, CardSection, fieldErrorText, PayButton } from '../payer/card-fields'
import type { Country } from '../payer/countries'
import { CustomerFields } from '../payer/customer-fields'
import { send, navigateTo, useReloadWhenRestored } from '../payer/send'

interface PayFormProps {
  productId: string
  /** Idempotency key of this page view: it pays at most once. */
  attempt: string
  /** The price on the page. If it has changed when the form is sent, nothing is paid. */
  shown: { amount: number; currency: string }
  visibleFields: CustomerFieldName[]
  /** Empty if the page has no country field. */
  countries: Country[]
  label: string
}

/** The payer's form. Card data leave the page only in this one request. */
export function PayForm({ productId, attempt, shown, visibleFields, countries, label }: PayFormProps) {
  const t = useTranslations('sandbox')
  const errors = useTranslations('sandbox.fieldErrors')
  const resolver = useMemo(
    () => schemaResolver(payerForm(visibleFields), ({ message }) => fieldErrorText(errors, message)),
    [visibleFields, errors],
  )
  const form = useForm<PayerFormInput, unknown, PayerFormOutput>({
    resolver,
    defaultValues: {
      ...Object.fromEntries(visibleFields.map((name) => [name, ''])),
      attempt,
      shown,
      number: '',
      expiry: '',
      verification_value: '',
      holder: '',
    },
    mode: 'onTouched',
    shouldFocusError: false,
  })
  useReloadWhenRestored()

  async function submit() {
    const answer = await send(`/sandbox/products/${productId}/payments`, form.getValues())
    if (answer.kind === 'made') return navigateTo(answer.next)
    if (answer.kind === 'stale') return navigateTo(`${window.location.pathname}?stale`)
    if (answer.kind === 'unpayable') return navigateTo(window.location.pathname)
    if (answer.kind === 'failed') return form.setError('root.server', { message: t('pay.failed') })
    for (const [field, code] of answer.errors)
      form.setError(field as keyof PayerFormInput, { message: fieldErrorText(errors, code) })
  }

  return (
    <ZodForm form={form} onSubmit={submit} isGuarded={false} className="*:data-error-summary:m-4">
      {visibleFields.length > 0 && (
        <CustomerFields
          control={form.control}
          fields={visibleFields.map((name) => ({ name, value: '', isReadOnly: false }))}
          countries={countries}
        />
      )}
      <CardSection title={t('pay.cardTitle')} isTitled={visibleFields.length > 0}>
        <CardFields control={form.control} />
        <PayButton isPending={form.formState.isSubmitting}>{label}</PayButton>
      </CardSection>
    </ZodForm>
  )
}
