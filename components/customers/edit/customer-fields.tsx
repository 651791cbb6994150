'use client'
import type { ReactNode } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'
import { FormComboBox } from '@/components/form/choice-fields'
import { FormTextField } from '@/components/form/fields'
import { FormSection } from '@/components/form/form-section'
import { useIsHydrated } from '@/components/time/hydrated'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/card'
import { namedOptions } from '@/lib/format/names'
import { countryCodes } from '@/lib/gateway/countries'
import { type CustomerValues, takesState } from './values'

interface Props<O> {
  control: Control<CustomerValues, unknown, O>
}

// A browser would offer the details of who types, and they are not the customer's.
const quiet = { autoComplete: 'off' } as const
const pair = 'grid items-start gap-x-4 gap-y-3.5 md:grid-cols-2'

interface CustomerFieldsProps<O> extends Props<O> {
  /** Beneath what identifies the customer. */
  warning: ReactNode
}

/** Every field of a customer, the needed ones first; a state only where the country has one. */
export function CustomerFields<O>({ control, warning }: CustomerFieldsProps<O>) {
  const t = useTranslations('customers.form')
  const optional = useTranslations('common')('optional')
  const field = { control, ...quiet, labelNote: optional }
  return (
    <>
      <Section title={t('who')}>
        <div className="grid gap-3.5">
          <div className={pair}>
            <FormTextField {...field} name="first_name" label={t('first_name')} autoFocus />
            <FormTextField {...field} name="last_name" label={t('last_name')} />
          </div>
          <div className={pair}>
            <FormTextField
              control={control}
              {...quiet}
              name="email"
              label={t('email')}
              type="email"
              inputMode="email"
            />
            <FormTextField {...field} name="phone" label={t('phone')} type="tel" inputMode="tel" />
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
          {...quiet}
          isMono
          name="ip"
          label={t('ip')}
          hint={t('ipHint')}
          placeholder="203.0.113.7"
          inputMode="text"
          spellCheck="false"
        />
      </Section>
      <Address control={control} />
    </>
  )
}

function Address<O>({ control }: Props<O>) {
  const t = useTranslations('customers.form')
  const country = useWatch({ control, name: 'country' })
  const field = { control, ...quiet }
  return (
    <FormSection
      control={control}
      fields={['country', 'state', 'city', 'zip', 'address']}
      title={t('addressSection')}
      sub={t('addressSub')}
      emptyBadge={t('none')}
    >
      <div className="grid gap-3.5">
        <div className={pair}>
          <Country control={control} />
          {takesState(country) && (
            <FormTextField {...field} name="state" label={t('state')} hint={t('stateHint')} />
          )}
        </div>
        <div className={pair}>
          <FormTextField {...field} name="city" label={t('city')} />
          <FormTextField
            {...field}
            name="zip"
            label={t('zip')}
            hint={country === 'US' ? t('usZipHint') : undefined}
          />
        </div>
        <FormTextField {...field} name="address" label={t('address')} />
      </div>
    </FormSection>
  )
}

function Country<O>({ control }: Props<O>) {
  const t = useTranslations('customers.form')
  const locale = useLocale()
  const isNamed = useIsHydrated()
  const { field } = useController({ control, name: 'country' })
  const countries = isNamed
    ? namedOptions('region', countryCodes, locale)
    : countryCodes.map((id) => ({ id, label: id }))
  return (
    <div>
      <FormComboBox
        control={control}
        name="country"
        label={t('country')}
        placeholder={t('noCountry')}
        items={countries.map(({ id, label }) => ({ id, label, note: id }))}
      />
      {field.value !== '' && (
        <Button size="sm" variant="ghost" className="mt-1" onPress={() => field.onChange('')}>
          {t('clearCountry')}
        </Button>
      )}
    </div>
  )
}
