'use client'
import { useTranslations } from 'use-intl'
import { FormTextField } from '@/components/form/fields'
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
      <FormTextField
        control={control}
        {...quiet}
        name="checkout.dynamic_billing_descriptor"
        label={t('descriptor')}
        hint={t('descriptorHint')}
      />
    </Part>
  )
}
