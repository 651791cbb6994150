'use client'
import { type Control, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormSwitch, FormTextField } from '@/components/form/fields/fields'
import { FormMoney } from '@/components/form/fields/money-field'
import { FormSection } from '@/components/form/form-section'
import { noAutofill, pairClass, stackClass } from '@/components/form/layout'
import { Section } from '@/components/ui/card'
import type { TokenizationCreate } from '@/lib/card-tokens/schema'
import type { DirectValues } from './values'

interface OrderPartProps extends PartProps {
  /** The merchant account uses 3-D Secure, so the customer has to return to an address. */
  hasThreeDSecure: boolean
}

/** The required fields beside the card. */
export function OrderPart({ control, hasThreeDSecure }: OrderPartProps) {
  const t = useTranslations('cardTokens.direct')
  const optional = useTranslations('common')('optional')
  return (
    <Section title={t('order')} sub={t('orderSub')}>
      <div className={stackClass}>
        <div className={pairClass}>
          <FormMoney
            control={control}
            name="amount"
            currencyName="currency"
            label={t('amount')}
            currencyLabel={t('currency')}
            hint={t('amountHint')}
          />
          <FormTextField
            control={control}
            {...noAutofill}
            name="description"
            label={t('description')}
            maxLength={255}
          />
        </div>
        <FormTextField
          control={control}
          {...noAutofill}
          isMono
          name="tracking_id"
          label={t('trackingId')}
          labelNote={optional}
        />
        {hasThreeDSecure && (
          <FormTextField
            control={control}
            {...noAutofill}
            name="return_url"
            label={t('returnUrl')}
            hint={t('returnUrlNeeded')}
            type="url"
          />
        )}
      </div>
    </Section>
  )
}

export type DirectControl = Control<DirectValues, unknown, TokenizationCreate['request']>
export interface PartProps {
  control: DirectControl
}

export function OtherPart({ control, isLive }: PartProps & { isLive: boolean }) {
  const t = useTranslations('cardTokens.direct')
  const isTest = useWatch({ control, name: 'test' })
  const field = { control, ...noAutofill }
  return (
    <FormSection
      control={control}
      fields={['test', 'duplicate_check', 'dynamic_billing_descriptor', 'language']}
      title={t('other')}
      sub={t('otherSub')}
      emptyBadge={t('defaults')}
    >
      <div className={stackClass}>
        <FormSwitch control={control} name="test" hint={t(isLive && isTest ? 'testInLive' : 'testHint')}>
          {t('test')}
        </FormSwitch>
        <FormSwitch control={control} name="duplicate_check" hint={t('duplicateCheckHint')}>
          {t('duplicateCheck')}
        </FormSwitch>
        <div className={pairClass}>
          <FormTextField
            {...field}
            name="dynamic_billing_descriptor"
            label={t('descriptor')}
            hint={t('descriptorHint')}
          />
          <FormTextField
            {...field}
            name="language"
            label={t('language')}
            hint={t('languageHint')}
            placeholder="en"
            maxLength={2}
          />
        </div>
      </div>
    </FormSection>
  )
}
