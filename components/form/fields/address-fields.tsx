'use client'
import type { ReactNode } from 'react'
import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form'
import { hasStates } from '@/lib/gateway/countries'
import { noAutofill, pairClass } from '../layout'
import { FormTextField } from './fields'
import { FormCountry } from './named-code-fields'

interface AddressFieldsProps<V extends FieldValues, O> {
  control: Control<V, unknown, O>
  /** The path before the names of the fields, such as `billing_address.`. */
  within: string
  words: Record<'state' | 'stateHint' | 'city' | 'zip' | 'usZipHint' | 'address', string>
  /** What to say below the country. */
  children?: ReactNode
}

/** Country, state, city, postcode and address of a person. The state only for countries that have states. */
export function AddressFields<V extends FieldValues, O>(props: AddressFieldsProps<V, O>) {
  const { control, within, words, children } = props
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
          <FormTextField {...field} name={at('state')} label={words.state} hint={words.stateHint} />
        )}
      </div>
      <div className={pairClass}>
        <FormTextField {...field} name={at('city')} label={words.city} />
        <FormTextField
          {...field}
          name={at('zip')}
          label={words.zip}
          hint={country === 'US' ? words.usZipHint : undefined}
        />
      </div>
      <FormTextField {...field} name={at('address')} label={words.address} />
    </>
  )
}
