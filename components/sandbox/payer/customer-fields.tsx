'use client'
import { type Control, type FieldPath, type FieldValues, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormTextField } from '@/components/form/fields/fields'
import { FormNativeSelect } from '@/components/form/fields/native-select'
import { cx } from '@/components/ui/cx'
import { TextField, type TextFieldProps } from '@/components/ui/fields/text-field'
import { hasState } from '@/lib/gateway/cards/card'
import type { CustomerFieldName } from '@/lib/gateway/customers/fields'
import type { Country } from './countries'

type Look = Pick<TextFieldProps, 'autoComplete' | 'type' | 'maxLength'> & { isHalf?: boolean }

const looks: Record<CustomerFieldName, Look> = {
  email: { autoComplete: 'email', type: 'email', maxLength: 255 },
  first_name: { autoComplete: 'given-name', maxLength: 30, isHalf: true },
  last_name: { autoComplete: 'family-name', maxLength: 30, isHalf: true },
  phone: { autoComplete: 'tel', type: 'tel', maxLength: 100 },
  birth_date: { autoComplete: 'bday', type: 'date' },
  address: { autoComplete: 'address-line1', maxLength: 255 },
  zip: { autoComplete: 'postal-code', maxLength: 20, isHalf: true },
  city: { autoComplete: 'address-level2', maxLength: 60, isHalf: true },
  country: { autoComplete: 'country' },
  state: { autoComplete: 'address-level1', maxLength: 2 },
  taxpayer_id: { autoComplete: 'off', maxLength: 50 },
}

interface CustomerFieldsProps<V extends FieldValues, O> {
  control: Control<V, unknown, O>
  fields: PageField[]
  countries: Country[]
}

/** The customer fields of the page (docs/gateway.md#settings). All are optional. */
export function CustomerFields<V extends FieldValues, O>({
  control,
  fields,
  countries,
}: CustomerFieldsProps<V, O>) {
  const t = useTranslations('sandbox')
  const optional = useTranslations('common')('optional')
  const country: unknown = useWatch({ control, name: 'country' as FieldPath<V> })
  const shown = fieldsOnScreen(fields, typeof country === 'string' ? country : '')
  return (
    <fieldset className="grid grid-cols-2 gap-x-3 gap-y-4 border-b px-6 py-5 max-md:px-4">
      <legend className="sr-only">{t('pay.detailsTitle')}</legend>
      <p aria-hidden className="col-span-2 -mb-1 text-base font-semibold">
        {t('pay.detailsTitle')}
        {shown.some(({ isReadOnly }) => !isReadOnly) && (
          <span className="ms-2 text-sm font-normal text-muted">{optional}</span>
        )}
      </p>
      {shown.map(({ name, value, isReadOnly }) => {
        const { isHalf, ...look } = looks[name]
        const label = t(`fields.${name}`)
        const className = cx(!isHalf && 'col-span-2')
        const bound = { control, name: name as FieldPath<V>, label, className }
        if (isReadOnly)
          return (
            <TextField
              key={name}
              isDisabled
              label={label}
              className={className}
              autoComplete={look.autoComplete}
              value={name === 'country' ? (countries.find(({ id }) => id === value)?.label ?? value) : value}
            />
          )
        if (name === 'country')
          return (
            <FormNativeSelect
              key={name}
              {...bound}
              items={countries}
              placeholder={t('fields.chooseCountry')}
              autoComplete={look.autoComplete}
            />
          )
        const hint = name === 'state' ? t('fields.stateHint') : undefined
        return <FormTextField key={name} {...bound} {...look} hint={hint} />
      })}
    </fieldset>
  )
}

/** A customer field of a payment page. A read-only field shows the merchant's value and is not sent. */
export interface PageField {
  name: CustomerFieldName
  value: string
  isReadOnly: boolean
}

/** The fixed order of fields. The order of the merchant's request does not count. */
const order: readonly CustomerFieldName[] = [
  'email',
  'first_name',
  'last_name',
  'phone',
  'birth_date',
  'address',
  'zip',
  'city',
  'country',
  'state',
  'taxpayer_id',
]

/**
 * Returns the fields to show. `state` belongs to the United States and Canada (docs/gateway.md#customer-of-a-checkout):
 * it is shown if the chosen `country` has states, or if the page has no country field.
 */
export function fieldsOnScreen(fields: readonly PageField[], country: string): PageField[] {
  const asked = fields.find(({ name }) => name === 'country')
  const chosen = asked?.isReadOnly ? asked.value : country
  const isStateShown = asked ? chosen !== '' && hasState(chosen) : true
  return order.flatMap((name) =>
    fields.filter((field) => field.name === name && (name !== 'state' || isStateShown)),
  )
}
