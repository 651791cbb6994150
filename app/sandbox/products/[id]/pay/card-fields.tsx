'use client'
import type { Control } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormTextField } from '@/components/form/fields'
import { useFormField } from '@/components/form/use-form-field'
import { TextField, type TextFieldProps } from '@/components/ui/text-field'
import type { PayerFormInput, PayerFormOutput } from '@/lib/gateway/card'
import { groupDigits, strokeExpiry } from './typing'

export type PayerControl = Control<PayerFormInput, unknown, PayerFormOutput>

export function CardFields({ control, isTitled }: { control: PayerControl; isTitled: boolean }) {
  const t = useTranslations('sandbox.pay')
  return (
    <fieldset className="grid grid-cols-2 gap-x-3 gap-y-4">
      <legend className={isTitled ? 'mb-3 text-base font-semibold' : 'sr-only'}>{t('cardTitle')}</legend>
      <ShapedField
        control={control}
        name="number"
        shape={groupDigits}
        label={t('cardNumber')}
        autoComplete="cc-number"
        inputMode="numeric"
        className="col-span-2"
      />
      <ShapedField
        control={control}
        name="expiry"
        shape={strokeExpiry}
        label={t('expiry')}
        placeholder={t('expiryHint')}
        autoComplete="cc-exp"
        inputMode="numeric"
      />
      <FormTextField
        control={control}
        name="verification_value"
        label={t('cvc')}
        autoComplete="cc-csc"
        inputMode="numeric"
        maxLength={4}
      />
      <FormTextField
        control={control}
        name="holder"
        label={t('holder')}
        autoComplete="cc-name"
        maxLength={35}
        className="col-span-2"
      />
    </fieldset>
  )
}

type ShapedFieldProps = Pick<TextFieldProps, 'autoComplete' | 'inputMode' | 'className' | 'placeholder'> & {
  control: PayerControl
  name: 'number' | 'expiry'
  label: string
  shape: (next: string, before: string) => string
}

/** A field that puts what is typed into its customary shape. */
function ShapedField({ control, name, shape, ...props }: ShapedFieldProps) {
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
