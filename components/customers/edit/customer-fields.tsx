'use client'
import { noAutofill, pairClass } from '@/components/form/layout'
import type { ReactNode } from 'react'
import type { Control } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { AddressFields } from '@/components/form/fields/address-fields'
import { FormTextField } from '@/components/form/fields/fields'
import { FormSection } from '@/components/form/form-section'
import { Section } from '@/components/ui/card'
import { byField } from '@/lib/core/api/by-field'
import { allCustomerFields } from '@/lib/customers/fields'
import { hasStates } from '@/lib/gateway/values/countries'
import type { CustomerCreateInput } from '@/lib/gateway/customers/customer'

interface Props<O> {
  control: Control<CustomerValues, unknown, O>
}

interface CustomerFieldsProps<O> extends Props<O> {
  warning: ReactNode
}

/** All fields of a customer, required ones first. The state only for countries that have states. */
export function CustomerFields<O>({ control, warning }: CustomerFieldsProps<O>) {
  const t = useTranslations('customers.form')
  const optional = useTranslations('common')('optional')
  const field = { control, ...noAutofill, labelNote: optional }
  return (
    <>
      <Section title={t('who')}>
        <div className="grid gap-3.5">
          <div className={pairClass}>
            <FormTextField {...field} name="first_name" label={t('first_name')} autoFocus />
            <FormTextField {...field} name="last_name" label={t('last_name')} />
          </div>
          <div className={pairClass}>
            <FormTextField control={control} {...noAutofill} name="email" label={t('email')} type="email" />
            <FormTextField {...field} name="phone" label={t('phone')} type="tel" />
          </div>
          <FormTextField
            {...field}
            isMono
            name="external_id"
            label={t('external_id')}
            hint={t('externalIdHint')}
          />
        </div>
        {warning}
      </Section>
      <Section title={t('device')}>
        <FormTextField
          control={control}
          {...noAutofill}
          isMono
          name="ip"
          label={t('ip')}
          hint={t('ipHint')}
          placeholder="203.0.113.7"
          inputMode="text"
        />
      </Section>
      <Address control={control} />
    </>
  )
}

function Address<O>({ control }: Props<O>) {
  const t = useTranslations('customers.form')
  return (
    <FormSection
      control={control}
      fields={['country', 'state', 'city', 'zip', 'address']}
      title={t('addressSection')}
      sub={t('addressSub')}
      emptyBadge={t('none')}
    >
      <div className="grid gap-3.5">
        <AddressFields control={control} within="" />
      </div>
    </FormSection>
  )
}

/** The form's field values; empty text for an empty field. */
export type CustomerValues = CustomerCreateInput

export const newValues: Required<CustomerValues> = byField(allCustomerFields, () => '')

/** Trims the values, and drops empty ones and a state where the country takes none. */
export function prepareNew(values: CustomerValues): unknown {
  const { email, ip, state, ...rest } = values
  const filled = Object.entries({ ...rest, ...(hasStates(values.country) ? { state } : {}) })
    .map(([field, value]) => [field, value.trim()] as const)
    .filter(([, value]) => value !== '')
  return { email: email.trim(), ip: ip.trim(), ...Object.fromEntries(filled) }
}
