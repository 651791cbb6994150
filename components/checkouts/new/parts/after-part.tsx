'use client'
import { noAutofill, pairClass } from '@/components/form/layout'
import { useTranslations } from 'use-intl'
import { FormTextField } from '@/components/form/fields/fields'
import { ShopDefault } from '@/components/form/shop-default'
import type { OwnAddresses } from '@/lib/checkouts/own-addresses'
import { Caution, CautionsAt } from './cautions'
import { Part } from './part'
import { type PartProps, useHidden } from '../use-derived'

export function AfterPart({ control, addresses }: PartProps & { addresses: OwnAddresses }) {
  const t = useTranslations('checkoutForm')
  const isHidden = useHidden(control)
  const field = { control, ...noAutofill, type: 'url', inputMode: 'url' } as const
  const page = (outcome: 'return' | 'success' | 'decline' | 'fail' | 'cancel') => {
    const name = `checkout.settings.${outcome}_url` as const
    return { ...field, name, labelNote: <ShopDefault control={control} name={name} /> }
  }
  return (
    <Part control={control} section="after">
      <div>
        <FormTextField {...page('return')} label={t('returnUrl')} hint={t('returnUrlHint')} />
        <CautionsAt fields={['settings.success_url', 'settings.decline_url']} />
      </div>
      {!isHidden('settings.success_url') && (
        <div className={pairClass}>
          <FormTextField {...page('success')} label={t('successUrl')} />
          <FormTextField {...page('decline')} label={t('declineUrl')} />
        </div>
      )}
      <div className={pairClass}>
        <FormTextField {...page('fail')} label={t('failUrl')} hint={t('failUrlHint')} />
        <FormTextField {...page('cancel')} label={t('cancelUrl')} />
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
