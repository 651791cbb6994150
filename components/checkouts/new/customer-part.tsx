'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormCountry } from '@/components/form/country-field'
import { FormTextField } from '@/components/form/fields'
import { Section } from '@/components/ui/card'
import { CautionsAt } from './cautions'
import { pairClass, type PartProps, quiet } from './control'
import { CustomerPicker } from './customer-picker'
import { Part } from './part'
import { useHidden } from './use-derived'

/** Who pays: picked from the shop's customers, or typed. */
export function CustomerPart({ control, shop }: PartProps & { shop: string }) {
  const t = useTranslations('checkoutForm')
  const optional = useTranslations('common')('optional')
  return (
    <Section title={t('customer')} sub={t('customerSub')}>
      <div className={pairClass}>
        <CustomerPicker control={control} shop={shop} />
        <FormTextField
          control={control}
          {...quiet}
          name="checkout.customer.email"
          label={t('email')}
          labelNote={optional}
          type="email"
          inputMode="email"
        />
      </div>
    </Section>
  )
}

/** Further fields of the customer; a state only where the country has one. */
export function CustomerDetails({ control }: PartProps) {
  const t = useTranslations('checkoutForm')
  const isHidden = useHidden(control)
  const country = useWatch({ control, name: 'checkout.customer.country' })
  const field = { control, ...quiet }
  return (
    <Part control={control} section="details">
      <div className={pairClass}>
        <FormTextField {...field} name="checkout.customer.first_name" label={t('firstName')} />
        <FormTextField {...field} name="checkout.customer.last_name" label={t('lastName')} />
      </div>
      <div className={pairClass}>
        <FormCountry control={control} name="checkout.customer.country">
          <CautionsAt fields={['customer.state']} />
        </FormCountry>
        {!isHidden('customer.state') && (
          <FormTextField {...field} name="checkout.customer.state" label={t('state')} hint={t('stateHint')} />
        )}
      </div>
      <div className={pairClass}>
        <FormTextField {...field} name="checkout.customer.city" label={t('city')} />
        <FormTextField
          {...field}
          name="checkout.customer.zip"
          label={t('zip')}
          hint={country === 'US' ? t('usZipHint') : undefined}
        />
      </div>
      <FormTextField {...field} name="checkout.customer.address" label={t('address')} />
      <div className={pairClass}>
        <FormTextField
          {...field}
          name="checkout.customer.phone"
          label={t('phone')}
          type="tel"
          inputMode="tel"
        />
        <FormTextField {...field} name="checkout.customer.birth_date" label={t('birthDate')} type="date" />
      </div>
      <div className={pairClass}>
        <FormTextField {...field} name="checkout.customer.taxpayer_id" label={t('taxpayerId')} />
        <FormTextField
          {...field}
          isMono
          name="checkout.customer.external_id"
          label={t('externalId')}
          hint={t('externalIdHint')}
        />
      </div>
    </Part>
  )
}
