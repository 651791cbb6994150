'use client'
import { noAutofill, pairClass, stackClass } from '@/components/form/layout'
import { useTranslations } from 'use-intl'
import { FormTextField } from '@/components/form/fields/fields'
import { FormMoney } from '@/components/form/fields/money-field'
import { Section } from '@/components/ui/card'
import type { PartProps } from './control'

interface OrderPartProps extends PartProps {
  /** The merchant account uses 3-D Secure, so the customer has to return to an address. */
  threeDSecure: boolean
}

/** The required fields beside the card. */
export function OrderPart({ control, threeDSecure }: OrderPartProps) {
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
        {threeDSecure && (
          <FormTextField
            control={control}
            {...noAutofill}
            name="return_url"
            label={t('returnUrl')}
            hint={t('returnUrlNeeded')}
            type="url"
            inputMode="url"
          />
        )}
      </div>
    </Section>
  )
}
