'use client'
import { noAutofill, pairClass, stackClass } from '@/components/form/layout'
import { useTranslations } from 'use-intl'
import { AddressFields } from '@/components/form/fields/address-fields'
import { FormTextField } from '@/components/form/fields/fields'
import { FormSection } from '@/components/form/form-section'
import type { PartProps } from './order-part'

/** Optional fields: the acquirer decides which it needs. */
export function CustomerPart({ control }: PartProps) {
  const t = useTranslations('cardTokens.direct')
  const field = { control, ...noAutofill }
  return (
    <FormSection
      control={control}
      fields={[
        'customer.email',
        'customer.ip',
        'customer.birth_date',
        'customer.device_id',
        'customer.external_id',
      ]}
      title={t('customer')}
      sub={t('customerSub')}
      emptyBadge={t('none')}
    >
      <div className={stackClass}>
        <div className={pairClass}>
          <FormTextField {...field} name="customer.email" label={t('email')} type="email" />
          <FormTextField {...field} isMono name="customer.ip" label={t('ip')} />
        </div>
        <div className={pairClass}>
          <FormTextField {...field} name="customer.birth_date" label={t('birthDate')} type="date" />
          <FormTextField {...field} isMono name="customer.device_id" label={t('deviceId')} />
        </div>
        <FormTextField
          {...field}
          isMono
          name="customer.external_id"
          label={t('externalId')}
          hint={t('externalIdHint')}
        />
      </div>
    </FormSection>
  )
}

/** Optional fields: the acquirer decides which it needs. */
export function BillingPart({ control }: PartProps) {
  const t = useTranslations('cardTokens.direct')
  const field = { control, ...noAutofill }
  return (
    <FormSection
      control={control}
      fields={[
        'billing_address.first_name',
        'billing_address.last_name',
        'billing_address.country',
        'billing_address.state',
        'billing_address.city',
        'billing_address.zip',
        'billing_address.address',
        'billing_address.phone',
      ]}
      title={t('billing')}
      sub={t('billingSub')}
      emptyBadge={t('none')}
    >
      <div className={stackClass}>
        <div className={pairClass}>
          <FormTextField {...field} name="billing_address.first_name" label={t('firstName')} />
          <FormTextField {...field} name="billing_address.last_name" label={t('lastName')} />
        </div>
        <AddressFields control={control} within="billing_address." />
        <FormTextField {...field} name="billing_address.phone" label={t('phone')} type="tel" />
      </div>
    </FormSection>
  )
}
