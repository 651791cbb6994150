'use client'
import { Lock } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { schemaResolver } from '@/components/form/resolver'
import { ZodForm } from '@/components/form/zod-form'
import { Button } from '@/components/ui/button'
import { payerForm, type PayerFormInput, type PayerFormOutput } from '@/lib/gateway/card'
import { CardFields } from './card-fields'
import { CustomerFields } from './customer-fields'
import { fieldErrorText } from './field-error'
import { sendPayment } from './send-payment'

export interface PayFormProps {
  productId: string
  /** Minted for this showing of the page: however often it is sent, it pays once. */
  attempt: string
  /** The price the page shows: if it is another by the time of sending, nothing is paid. */
  shown: { amount: number; currency: string }
  visibleFields: string[]
  /** Of the button, with the amount. */
  label: string
}

/** The payer's form. Card data go into this one request and nowhere else. */
export function PayForm({ productId, attempt, shown, visibleFields, label }: PayFormProps) {
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
    const answer = await sendPayment(productId, form.getValues())
    if (answer.kind === 'made') return leaveFor(`/sandbox/payments/${answer.uid}`)
    if (answer.kind === 'stale') return leaveFor(`${window.location.pathname}?stale`)
    if (answer.kind === 'unpayable') return leaveFor(window.location.pathname)
    if (answer.kind === 'failed') return form.setError('root.server', { message: t('pay.failed') })
    for (const [field, code] of answer.errors)
      form.setError(field as keyof PayerFormInput, { message: fieldErrorText(errors, code) })
  }

  return (
    <ZodForm form={form} onSubmit={submit} isGuarded={false} className="px-6 py-5 max-md:px-4">
      {visibleFields.length > 0 && (
        <CustomerFields control={form.control} names={visibleFields} title={t('pay.detailsTitle')} />
      )}
      <CardFields control={form.control} isTitled={visibleFields.length > 0} />
      <Button
        type="submit"
        variant="primary"
        isPending={form.formState.isSubmitting}
        icon={<Lock aria-hidden size={15} />}
        className="mt-5 min-h-11 w-full text-base!"
      >
        {label}
      </Button>
    </ZodForm>
  )
}

/** Never settles, so that the button stays held until the next page is there. */
function leaveFor(path: string): Promise<never> {
  window.location.replace(path)
  return new Promise(() => undefined)
}

/** Going back to this page out of the browser's cache would bring back a used attempt and a held button. */
function useReloadWhenRestored(): void {
  useEffect(() => {
    const reload = (event: PageTransitionEvent) => event.persisted && window.location.reload()
    window.addEventListener('pageshow', reload)
    return () => window.removeEventListener('pageshow', reload)
  }, [])
}
