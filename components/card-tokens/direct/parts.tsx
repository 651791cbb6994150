'use client'
import { noAutofill, pairClass, stackClass } from '@/components/form/layout'
import { useTranslations } from 'use-intl'
import { AddressFields } from '@/components/form/fields/address-fields'
import { FormCheckboxGroup, FormSwitch, FormTextArea, FormTextField } from '@/components/form/fields/fields'
import { FormLocalDate } from '@/components/form/fields/local-date'
import { FormSection } from '@/components/form/form-section'
import { TravelFields } from '@/components/travel/travel-fields'
import { tokenContracts } from '@/lib/gateway/checkouts/choices'
import { airlineFields } from '@/lib/gateway/travel/fields'
import { useContractBoxes } from '../cells'
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
          <FormLocalDate {...field} name="customer.birth_date" label={t('birthDate')} type="date" />
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

/** What the token is for (docs/gateway.md#additional-data). */
export function PurposePart({ control }: PartProps) {
  const t = useTranslations('cardTokens')
  const boxes = useContractBoxes(tokenContracts)
  return (
    <FormSection
      control={control}
      fields={['additional_data.contract', 'additional_data.receipt_text']}
      title={t('direct.purpose')}
      sub={t('direct.purposeSub')}
      emptyBadge={t('direct.none')}
    >
      <div className={stackClass}>
        <FormCheckboxGroup
          control={control}
          name="additional_data.contract"
          label={t('direct.contract')}
          items={boxes}
        />
        <FormTextArea
          control={control}
          {...noAutofill}
          name="additional_data.receipt_text"
          label={t('direct.receiptText')}
          hint={t('direct.receiptTextHint')}
          rows={2}
        />
      </div>
    </FormSection>
  )
}

export function SecurePart({ control }: PartProps) {
  const t = useTranslations('cardTokens.direct')
  return (
    <FormSection
      control={control}
      fields={[
        'skip_three_d_secure_verification',
        'force_three_d_secure_verification',
        'three_d_secure.advanced',
      ]}
      title={t('secure')}
      sub={t('secureSub')}
      emptyBadge={t('defaults')}
    >
      <div className={stackClass}>
        <FormSwitch control={control} name="force_three_d_secure_verification" hint={t('forceHint')}>
          {t('force')}
        </FormSwitch>
        <FormSwitch control={control} name="skip_three_d_secure_verification" hint={t('skipHint')}>
          {t('skip')}
        </FormSwitch>
        <FormSwitch control={control} name="three_d_secure.advanced" hint={t('advancedHint')}>
          {t('advanced')}
        </FormSwitch>
      </div>
    </FormSection>
  )
}

interface AddressesPartProps extends PartProps {
  /** With 3-D Secure, `return_url` is among the required fields instead. */
  hasThreeDSecure: boolean
  /** The initial notification address. It does not count as set. */
  notificationUrl: string
}

export function AddressesPart({ control, hasThreeDSecure, notificationUrl }: AddressesPartProps) {
  const t = useTranslations('cardTokens.direct')
  const field = { control, ...noAutofill, type: 'url', inputMode: 'url' } as const
  return (
    <FormSection
      control={control}
      fields={
        hasThreeDSecure
          ? ['notification_url', 'verification_url']
          : ['notification_url', 'verification_url', 'return_url']
      }
      unset={{ notification_url: notificationUrl }}
      title={t('addresses')}
      sub={t('addressesSub')}
      emptyBadge={t('defaults')}
    >
      <div className={stackClass}>
        <FormTextField
          {...field}
          name="notification_url"
          label={t('notificationUrl')}
          hint={t(notificationUrl === '' ? 'notificationUrlUnreachable' : 'notificationUrlHint')}
        />
        <FormTextField
          {...field}
          name="verification_url"
          label={t('verificationUrl')}
          hint={t('verificationUrlHint')}
        />
        {!hasThreeDSecure && (
          <FormTextField {...field} name="return_url" label={t('returnUrl')} hint={t('returnUrlHint')} />
        )}
      </div>
    </FormSection>
  )
}

const travelFields = (Object.keys(airlineFields) as (keyof typeof airlineFields)[]).map(
  (name) => `travel.airline.${name}` as const,
)

export function TravelPart({ control }: PartProps) {
  const t = useTranslations('cardTokens.direct')
  return (
    <FormSection
      control={control}
      fields={travelFields}
      title={t('travel')}
      sub={t('travelSub')}
      emptyBadge={t('none')}
    >
      <TravelFields control={control} path="travel.airline" />
    </FormSection>
  )
}
