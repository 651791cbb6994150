'use client'
import type { FieldValues, Control, FieldPath } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { type BoundProps, useFormField } from '@/components/form/fields/use-form-field'
import { RadioCards } from '@/components/ui/fields/radio-cards'
import { providerModes, gatewayAddressNames } from '@/lib/shops/schema'
import { FormTextField } from '@/components/form/fields/fields'
import { stackClass } from '@/components/form/layout'

/** Test or live, each with what it means. */
export function ModeField<V extends FieldValues, O>({ control, name }: BoundProps<V, O>) {
  const t = useTranslations('shops')
  const { value, change, error, bound } = useFormField({ control, name }, t('fields.mode'))
  return (
    <RadioCards
      {...bound}
      label={t('fields.mode')}
      error={error}
      value={providerModes.find((mode) => mode === value) ?? null}
      onChange={change}
      items={providerModes.map((id) => ({ id, label: t(`modes.${id}.label`), text: t(`modes.${id}.text`) }))}
    />
  )
}

/** What the interface appends to each address. */
const paths = {
  gateway_url: '/transactions/tokenizations',
  apm_url: '/products',
  checkout_url: '/ctp/api/checkouts',
} as const

interface AddressFieldsProps<V extends FieldValues, O> {
  control: Control<V, unknown, O>
  /** One address for all, held by `apm_url`, or three. */
  asks: 'one' | 'three'
}

export function AddressFields<V extends FieldValues, O>({ control, asks }: AddressFieldsProps<V, O>) {
  const t = useTranslations('shops')
  const names = asks === 'one' ? (['apm_url'] as const) : gatewayAddressNames
  return (
    <div className={stackClass}>
      {names.map((name) => (
        <FormTextField
          key={name}
          control={control}
          name={name as FieldPath<V>}
          label={asks === 'one' ? t('fields.one') : t(`fields.${name}`)}
          hint={asks === 'one' ? t('where.one') : t(`where.${name}`, { path: paths[name] })}
          placeholder="https://"
          type="url"
          isMono
          autoComplete="off"
        />
      ))}
    </div>
  )
}
