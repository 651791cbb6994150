'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormTextField } from '@/components/form/fields'
import { cx } from '@/components/ui/cx'
import type { TextFieldProps } from '@/components/ui/text-field'
import { hasState } from '@/lib/gateway/card'
import { customerFieldNames, type CustomerFieldName } from '@/lib/gateway/customer-fields'
import type { PayerControl } from './card-fields'

type Look = Pick<TextFieldProps, 'autoComplete' | 'type' | 'inputMode' | 'maxLength'> & { isHalf?: boolean }

/** In the order on screen, with the standard autofill tokens. */
const looks: Partial<Record<CustomerFieldName, Look>> = {
  email: { autoComplete: 'email', type: 'email', maxLength: 255 },
  first_name: { autoComplete: 'given-name', maxLength: 30, isHalf: true },
  last_name: { autoComplete: 'family-name', maxLength: 30, isHalf: true },
  phone: { autoComplete: 'tel', type: 'tel', maxLength: 100 },
  birth_date: { autoComplete: 'bday', type: 'date' },
  address: { autoComplete: 'address-line1', maxLength: 255 },
  zip: { autoComplete: 'postal-code', maxLength: 20, isHalf: true },
  city: { autoComplete: 'address-level2', maxLength: 60, isHalf: true },
  country: { autoComplete: 'country', maxLength: 2, isHalf: true },
  state: { autoComplete: 'address-level1', maxLength: 2, isHalf: true },
  taxpayer_id: { autoComplete: 'off', maxLength: 50 },
}
const order = Object.keys(looks).filter((name): name is CustomerFieldName =>
  (customerFieldNames as readonly string[]).includes(name),
)

/** The customer fields a product asks for (interface: “visible_fields”); none of them must be filled in. */
export function CustomerFields({
  control,
  names,
  title,
}: {
  control: PayerControl
  names: string[]
  title: string
}) {
  const t = useTranslations('sandbox.fields')
  const optional = useTranslations('common')('optional')
  const country = useWatch({ control, name: 'country' })
  const hints: Partial<Record<CustomerFieldName, string>> = {
    country: t('countryHint'),
    state: t('stateHint'),
  }
  const shown = order.filter((name) => names.includes(name) && (name !== 'state' || hasState(country)))
  return (
    <fieldset className="mb-6 grid grid-cols-2 gap-x-3 gap-y-4">
      <legend className="mb-3 text-base font-semibold">
        {title}
        <span className="ml-2 text-sm font-normal text-muted">{optional}</span>
      </legend>
      {shown.map((name) => {
        const { isHalf, ...look } = looks[name] ?? {}
        return (
          <FormTextField
            key={name}
            control={control}
            name={name}
            label={t(name)}
            hint={hints[name]}
            {...look}
            className={cx(!isHalf && 'col-span-2')}
          />
        )
      })}
    </fieldset>
  )
}
