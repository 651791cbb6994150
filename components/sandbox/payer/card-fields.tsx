'use client'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormTextField } from '@/components/form/fields/fields'
import { useFormField } from '@/components/form/fields/use-form-field'
import { TextField, type TextFieldProps } from '@/components/ui/fields/text-field'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'

type Name = 'number' | 'expiry' | 'verification_value' | 'holder'

interface CardFieldsProps<V extends FieldValues, O> {
  control: Control<V, unknown, O>
  /** The cardholder's name if the merchant sets it. */
  fixedHolder?: string
}

/** Digits run from left to right in every language. */
const digits = '[&_input]:[direction:ltr] rtl:[&_input]:text-end'

export function CardFields<V extends FieldValues, O>({ control, fixedHolder }: CardFieldsProps<V, O>) {
  const t = useTranslations('sandbox.pay')
  const name = (field: Name) => field as FieldPath<V>
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-4">
      <ShapedField
        control={control}
        name={name('number')}
        shape={groupDigits}
        label={t('cardNumber')}
        autoComplete="cc-number"
        inputMode="numeric"
        className={`col-span-2 ${digits}`}
      />
      <ShapedField
        control={control}
        name={name('expiry')}
        shape={formatExpiry}
        label={t('expiry')}
        placeholder={t('expiryHint')}
        autoComplete="cc-exp"
        inputMode="numeric"
        className={digits}
      />
      <CodeField control={control} />
      {fixedHolder === undefined ? (
        <FormTextField
          control={control}
          name={name('holder')}
          label={t('holder')}
          autoComplete="cc-name"
          maxLength={35}
          className="col-span-2"
        />
      ) : (
        <TextField
          isDisabled
          label={t('holder')}
          autoComplete="cc-name"
          value={fixedHolder}
          className="col-span-2"
        />
      )}
    </div>
  )
}

interface CodeFieldProps<V extends FieldValues, O> {
  control: Control<V, unknown, O>
  className?: string
}

export function CodeField<V extends FieldValues, O>({ control, className }: CodeFieldProps<V, O>) {
  return (
    <FormTextField
      control={control}
      name={'verification_value' as FieldPath<V>}
      label={useTranslations('sandbox.pay')('cvc')}
      autoComplete="cc-csc"
      inputMode="numeric"
      maxLength={4}
      className={`${digits} ${className ?? ''}`}
    />
  )
}

type ShapedFieldProps<V extends FieldValues, O> = Pick<
  TextFieldProps,
  'autoComplete' | 'inputMode' | 'className' | 'placeholder'
> & {
  control: Control<V, unknown, O>
  name: FieldPath<V>
  label: string
  shape: (next: string, before: string) => string
}

/** A field that formats its text while the payer types. */
function ShapedField<V extends FieldValues, O>({ control, name, shape, ...props }: ShapedFieldProps<V, O>) {
  const { text, change, error, bound } = useFormField({ control, name }, props.label)
  return (
    <TextField
      {...props}
      {...bound}
      value={text}
      onChange={(next) => change(shape(next, text))}
      error={error}
    />
  )
}

/** Whether text was added at the end. Only then is it formatted: after other changes the caret would jump. */
const isAppended = (next: string, before: string) => next.length > before.length && next.startsWith(before)

/** "42000000" → "4200 0000" */
export function groupDigits(next: string, before: string): string {
  if (!isAppended(next, before)) return next
  return next.replaceAll(/\s/g, '').replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}

/** "1229" → "12/29" */
export const formatExpiry = (next: string, before: string): string =>
  isAppended(next, before) ? next.replace(/^(\d\d)(\d+)$/, '$1/$2') : next

export function PayButton({ isPending, children }: { isPending: boolean; children: ReactNode }) {
  return (
    <Button
      type="submit"
      variant="primary"
      isPending={isPending}
      icon={<Lock aria-hidden size={15} className="shrink-0" />}
      className="mt-5 min-h-11 w-full text-base! whitespace-normal!"
    >
      {children}
    </Button>
  )
}

interface CardSectionProps {
  title: string
  /** Shows the title. Needed if the form has another section. */
  isTitled: boolean
  children: ReactNode
}

export function CardSection({ title, isTitled, children }: CardSectionProps) {
  return (
    // A fieldset grows with its content. A long text of the merchant would push the fields off a phone's screen.
    <fieldset className="min-w-0 px-6 py-5 wrap-anywhere max-md:px-4">
      <legend className="sr-only">{title}</legend>
      {isTitled && (
        <p aria-hidden className="mb-3 text-base font-semibold">
          {title}
        </p>
      )}
      {children}
    </fieldset>
  )
}

type Translator = ReturnType<typeof useTranslations<'sandbox.fieldErrors'>>
type Code = Parameters<Translator['has']>[0]

export const fieldErrorText = (t: Translator, code: string): string =>
  t(code === 'required' ? 'blank' : t.has(code as Code) ? (code as Code) : 'invalid')
