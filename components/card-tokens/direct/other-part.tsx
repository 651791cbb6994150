'use client'
import { noAutofill, pairClass, stackClass } from '@/components/form/layout'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormSwitch, FormTextField } from '@/components/form/fields/fields'
import { FormSection } from '@/components/form/form-section'
import type { PartProps } from './control'

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
