'use client'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormTextField } from '@/components/form/fields'
import { useFormField } from '@/components/form/use-form-field'
import { TextField, type TextFieldProps } from '@/components/ui/text-field'
import { groupDigits, strokeExpiry } from './typing'

type Name = 'number' | 'expiry' | 'verification_value' | 'holder'

export interface CardFieldsProps<V extends FieldValues, O> {
  control: Control<V, unknown, O>
  /** The holder's name, where it is the merchant's to say. */
  fixedHolder?: string
}

/** Digits run from left to right in every language. */
const digits = '[&_input]:[direction:ltr] rtl:[&_input]:text-right'

/** A card that is typed in. `V` has the fields of {@link Name}. */
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
        shape={strokeExpiry}
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

/** The security code: of a card that is typed in, or of one that is known already. */
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

/** A field that puts what is typed into its customary shape. */
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
