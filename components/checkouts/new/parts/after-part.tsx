'use client'
import { noAutofill, pairClass } from '@/components/form/layout'
import { useTranslations } from 'use-intl'
import { FormTextField } from '@/components/form/fields/fields'
import type { Addresses } from './addresses'
import { Caution, CautionsAt } from './cautions'
import type { PartProps } from './control'
import { Part } from './part'
import { useHidden } from '../use-derived'

export function AfterPart({ control, addresses }: PartProps & { addresses: Addresses }) {
  const t = useTranslations('checkoutForm')
  const isHidden = useHidden(control)
  const field = { control, ...noAutofill, type: 'url', inputMode: 'url' } as const
  return (
    <Part control={control} section="after">
      <div>
        <FormTextField
          {...field}
          name="checkout.settings.return_url"
          label={t('returnUrl')}
          hint={t('returnUrlHint')}
        />
        <CautionsAt fields={['settings.success_url', 'settings.decline_url']} />
      </div>
      {!isHidden('settings.success_url') && (
        <div className={pairClass}>
          <FormTextField {...field} name="checkout.settings.success_url" label={t('successUrl')} />
          <FormTextField {...field} name="checkout.settings.decline_url" label={t('declineUrl')} />
        </div>
      )}
      <div className={pairClass}>
        <FormTextField
          {...field}
          name="checkout.settings.fail_url"
          label={t('failUrl')}
          hint={t('failUrlHint')}
        />
        <FormTextField {...field} name="checkout.settings.cancel_url" label={t('cancelUrl')} />
      </div>
      <FormTextField
        control={control}
        {...noAutofill}
        name="checkout.settings.auto_return"
        label={t('autoReturn')}
        hint={t('autoReturnHint')}
        inputMode="numeric"
      />
      <div>
        <FormTextField
          {...field}
          name="checkout.settings.notification_url"
          label={t('notificationUrl')}
          hint={addresses.notification === null ? undefined : t('notificationUrlHint')}
        />
        {addresses.notification === null && (
          <div className="mt-1.5">
            <Caution>{t('notReachable')}</Caution>
          </div>
        )}
      </div>
      <FormTextField
        {...field}
        name="checkout.settings.card_notification_url"
        label={t('cardNotificationUrl')}
        hint={t('cardNotificationUrlHint')}
      />
      <FormTextField
        {...field}
        name="checkout.settings.verification_url"
        label={t('verificationUrl')}
        hint={t('verificationUrlHint')}
      />
    </Part>
  )
}
