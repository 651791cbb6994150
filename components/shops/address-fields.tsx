'use client'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormTextField } from '@/components/form/fields/fields'
import { stackClass } from '@/components/form/layout'
import { gatewayAddressNames } from '@/lib/shops/schema'

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
