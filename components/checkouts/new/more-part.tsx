'use client'
import { useTranslations } from 'use-intl'
import { FormNumberField, FormTextField } from '@/components/form/fields'
import { CautionsAt } from './cautions'
import { FlagSwitch } from './choices'
import { pairClass, type PartProps, quiet } from './control'
import { Part } from './part'

/** What few checkouts need. */
export function MorePart({ control }: PartProps) {
  const t = useTranslations('checkoutForm')
  return (
    <Part control={control} section="more">
      <div className={pairClass}>
        <div>
          <FlagSwitch control={control} name="checkout.test" label={t('test')} hint={t('testHint')} />
          <CautionsAt fields={['test']} />
        </div>
        <FlagSwitch control={control} name="checkout.iframe" label={t('iframe')} hint={t('iframeHint')} />
      </div>
      <div className={pairClass}>
        <FormNumberField
          control={control}
          name="checkout.attempts"
          label={t('attempts')}
          hint={t('attemptsHint')}
        />
        <FormTextField
          control={control}
          {...quiet}
          name="checkout.dynamic_billing_descriptor"
          label={t('descriptor')}
          hint={t('descriptorHint')}
        />
      </div>
    </Part>
  )
}
