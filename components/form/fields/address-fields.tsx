'use client'
import type { ReactNode } from 'react'
import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { hasStates } from '@/lib/gateway/values/countries'
import { noAutofill, pairClass } from '../layout'
import { FormTextField } from './fields'
import { FormCountry } from './named-code-fields'

interface AddressFieldsProps<V extends FieldValues, O> {
  control: Control<V, unknown, O>
  /** The path before the names of the fields, such as `billing_address.`. */
  within: string
  /** What to say below the country. */
  children?: ReactNode
}

/** Country, state, city, postcode and address of a person. The state only for countries that have states. */
export function AddressFields<V extends FieldValues, O>(props: AddressFieldsProps<V, O>) {
  const { control, within, children } = props
  const t = useTranslations('form.address')
  const at = (name: string) => `${within}${name}` as FieldPath<V>
  const country: string = useWatch({ control, name: at('country') })
  const field = { control, ...noAutofill }
  return (
    <>
      <div className={pairClass}>
        <FormCountry control={control} name={at('country')}>
          {children}
        </FormCountry>
        {hasStates(country) && (
          <FormTextField {...field} name={at('state')} label={t('state')} hint={t('stateHint')} />
        )}
      </div>
      <div className={pairClass}>
        <FormTextField {...field} name={at('city')} label={t('city')} />
        <FormTextField
          {...field}
          name={at('zip')}
          label={t('zip')}
          hint={country === 'US' ? t('usZipHint') : undefined}
        />
      </div>
      <FormTextField {...field} name={at('address')} label={t('address')} />
    </>
  )
}
