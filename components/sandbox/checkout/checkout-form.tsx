'use client'
import { CreditCard } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormSwitch } from '@/components/form/fields/fields'
import { schemaResolver } from '@/components/form/resolver'
import { ZodForm } from '@/components/form/zod-form'
import { checkoutForm, type CheckoutFormInput, type CheckoutFormOutput } from '@/lib/gateway/checkouts/form'
import type { CheckoutPage } from '@/lib/sandbox/checkouts/page-view'
import { CardFields, CodeField, CardSection, fieldErrorText, PayButton } from '../payer/card-fields'
import type { Country } from '../payer/countries'
import { CustomerFields } from '../payer/customer-fields'
import { send, navigateTo, useReloadWhenRestored } from '../payer/send'
import { checkoutBody, choicesOf, type Choice, type KnownCard } from './choices'

type Shown =
  'token' | 'iframe' | 'fields' | 'holder' | 'sources' | 'storedCard' | 'savedCards' | 'saveCardToggle'

interface CheckoutFormProps extends Pick<CheckoutPage, Shown> {
  /** Idempotency key of this page view: it pays at most once. */
  attempt: string
  countries: Country[]
  label: string
  /** Set if the card is only checked and saved, without a payment. */
  isCard: boolean
  brandNote?: string
}

/** The payer's form of a payment token. Card data leave the page only in this one request. */
export function CheckoutForm(props: CheckoutFormProps) {
  const { token, iframe, fields, holder, saveCardToggle: toggle, isCard } = props
  const t = useTranslations('sandbox.pay')
  const errors = useTranslations('sandbox.fieldErrors')
  const { form, choices, choice, choose, editable } = useCheckoutForm(props)
  useReloadWhenRestored()

  async function submit() {
    const body = checkoutBody(form.getValues(), choice, editable)
    const answer = await send(`/sandbox/v2/checkout/${token}/payments`, body)
    if (answer.kind === 'made') return navigateTo(answer.next, iframe)
    if (answer.kind === 'stale' || answer.kind === 'unpayable')
      return navigateTo(window.location.pathname + window.location.search)
    if (answer.kind === 'failed')
      return form.setError('root.server', { message: t(isCard ? 'cardFailed' : 'failed') })
    for (const [field, code] of answer.errors)
      form.setError(field in form.getValues() ? (field as keyof CheckoutFormInput) : 'root.server', {
        message: fieldErrorText(errors, code),
      })
  }

  return (
    <ZodForm form={form} onSubmit={submit} isGuarded={false} className="*:data-error-summary:m-4">
      {fields.length > 0 && (
        <CustomerFields control={form.control} fields={fields} countries={props.countries} />
      )}
      <CardSection title={t('cardTitle')} isTitled={fields.length > 0}>
        <div className="grid gap-4">
          <CardChoice
            label={t(isCard ? 'cardTitle' : 'chooseCard')}
            choices={choices}
            chosen={choice}
            onChoose={choose}
          />
          {choice.source === 'entered' ? (
            <CardFields control={form.control} fixedHolder={holder.isReadOnly ? holder.value : undefined} />
          ) : (
            choice.isCodeNeeded && <CodeField control={form.control} className="w-1/2" />
          )}
          {choice.source === 'entered' && toggle && (
            <FormSwitch
              control={form.control}
              name="save"
              hint={
                toggle.hint ??
                (isCard ? undefined : t(toggle.isForMerchant ? 'giveCardHint' : 'saveCardHint'))
              }
            >
              {toggle.text ?? t(toggle.isForMerchant ? 'giveCard' : 'saveCard')}
            </FormSwitch>
          )}
        </div>
        <PayButton isPending={form.formState.isSubmitting}>{props.label}</PayButton>
        {props.brandNote && <p className="mt-2.5 text-center text-sm text-muted">{props.brandNote}</p>}
      </CardSection>
    </ZodForm>
  )
}

function useCheckoutForm(props: CheckoutFormProps) {
  const { attempt, fields, holder } = props
  const errors = useTranslations('sandbox.fieldErrors')
  const choices = useMemo(() => choicesOf(props), [props])
  const [choice, setChoice] = useState<Choice>(
    choices[0] ?? { id: 'entered', source: 'entered', card: null, isCodeNeeded: true },
  )
  const editable = fields.filter(({ isReadOnly }) => !isReadOnly).map(({ name }) => name)
  const rules = {
    source: choice.source,
    fields: editable,
    isHolderReadOnly: holder.isReadOnly,
    isCodeNeeded: choice.isCodeNeeded,
  }
  const form = useForm<CheckoutFormInput, unknown, CheckoutFormOutput>({
    resolver: schemaResolver(checkoutForm(rules), ({ message }) => fieldErrorText(errors, message), {
      prepare: (values) => checkoutBody(values, choice, editable),
    }),
    defaultValues: {
      ...Object.fromEntries(fields.map(({ name, value }) => [name, value])),
      attempt,
      source: choice.source,
      number: '',
      expiry: '',
      verification_value: '',
      holder: holder.value,
      save: false,
    },
    mode: 'onTouched',
    shouldFocusError: false,
  })
  function choose(next: Choice) {
    form.clearErrors()
    form.resetField('verification_value')
    setChoice(next)
  }
  return { form, choices, choice, choose, editable }
}

interface CardChoiceProps {
  label: string
  choices: Choice[]
  chosen: Choice
  onChoose: (choice: Choice) => void
}

function CardChoice({ label, choices, chosen, onChoose }: CardChoiceProps) {
  const t = useTranslations('sandbox.pay')
  if (choices.length === 1)
    return chosen.card && <KnownCardLine card={chosen.card} className="rounded-sm border px-3 py-2.5" />
  return (
    <div role="radiogroup" aria-label={label} className="grid rounded-sm border border-control">
      {choices.map((choice) => (
        <label
          key={choice.id}
          className="flex min-h-11 cursor-pointer items-center gap-3 border-b px-3 py-2 last:border-b-0 has-checked:bg-accent-weak has-focus-visible:field-box-focus"
        >
          <input
            type="radio"
            name="card"
            checked={choice.id === chosen.id}
            onChange={() => onChoose(choice)}
            className="size-4 shrink-0 accent-accent outline-none"
          />
          {choice.card ? (
            <KnownCardLine card={choice.card} />
          ) : (
            <span className="flex items-center gap-3 text-md">
              <CreditCard aria-hidden size={16} className="text-muted" />
              {t('anotherCard')}
            </span>
          )}
        </label>
      ))}
    </div>
  )
}

function KnownCardLine({ card, className = '' }: { card: KnownCard; className?: string }) {
  const t = useTranslations('sandbox.pay')
  const date = `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year).slice(-2)}`
  return (
    <span className={`min-w-0 flex-1 text-md ${className}`}>
      <span className="sr-only">
        {[card.brand, t('cardEnding', { digits: card.last_4 }), t('validUntil', { date })].join(', ')}
      </span>
      <span aria-hidden dir="ltr" className="flex flex-wrap items-center gap-x-3 rtl:justify-end">
        <span className="rounded-xs border bg-surface px-1.5 text-2xs font-semibold uppercase">
          {card.brand}
        </span>
        <span className="font-mono">{`•••• ${card.last_4}`}</span>
        <span className="ms-auto font-mono text-muted rtl:ms-0">{date}</span>
      </span>
    </span>
  )
}
