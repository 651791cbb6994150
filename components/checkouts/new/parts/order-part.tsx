'use client'
import { noAutofill, pairClass, stackClass } from '@/components/form/layout'
import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormDateTime, FormSelect } from '@/components/form/fields/choice-fields'
import { FormNumberField, FormTextField } from '@/components/form/fields/fields'
import { FormMoney } from '@/components/form/fields/money-field'
import { ShopDefault } from '@/components/form/shop-default'
import { useMoney } from '@/components/money/use-money'
import { Section } from '@/components/ui/card'
import { Link } from '@/components/ui/link'
import { useSettled } from '@/components/ui/press/use-settled'
import { trackingOptions } from '@/lib/checkouts/client'
import type { TrackingUse } from '@/lib/checkouts/schema'
import { differsFromIso } from '@/lib/gateway/values/minor-units'
import { Caution, type PartProps } from './part'
import { transactionTypes } from '@/lib/checkouts/fields'

export function OrderPart({ control, shop }: PartProps & { shop: string }) {
  const t = useTranslations('checkoutForm')
  const optional = useTranslations('common')('optional')
  const { overrides } = useMoney()
  const [currency, type] = useWatch({
    control,
    name: ['checkout.order.currency', 'checkout.transaction_type'],
  })
  const known = transactionTypes.find((one) => one === type)
  return (
    <Section title={t('order')}>
      <div className={stackClass}>
        <div className={pairClass}>
          <FormMoney
            control={control}
            name="checkout.order.amount"
            currencyName="checkout.order.currency"
            label={t('amount')}
            currencyLabel={t('currency')}
            autoFocus
            hint={differsFromIso(currency, overrides) ? t('minorUnitCaution', { currency }) : undefined}
          />
          <FormSelect
            control={control}
            name="checkout.transaction_type"
            label={t('type')}
            hint={known && t(`typeHints.${known}`)}
            items={transactionTypes.map((id) => ({ id, label: t(`types.${id}`), note: id }))}
          />
        </div>
        <FormTextField
          control={control}
          {...noAutofill}
          name="checkout.order.description"
          label={t('description')}
        />
        <div className={pairClass}>
          <Until control={control} />
          <FormNumberField
            control={control}
            name="checkout.attempts"
            label={t('attempts')}
            labelNote={
              <ShopDefault control={control} name="checkout.attempts">
                {optional}
              </ShopDefault>
            }
            hint={t('attemptsHint')}
          />
        </div>
        <div>
          <FormTextField
            control={control}
            {...noAutofill}
            isMono
            name="checkout.order.tracking_id"
            label={t('trackingId')}
            labelNote={optional}
          />
          <TrackingWarning control={control} shop={shop} />
        </div>
      </div>
    </Section>
  )
}

function Until({ control }: PartProps) {
  const t = useTranslations('checkoutForm')
  const optional = useTranslations('common')('optional')
  const type = useWatch({ control, name: 'checkout.transaction_type' })
  return (
    <FormDateTime
      control={control}
      name="checkout.order.expired_at"
      label={t('until', { type })}
      labelNote={optional}
      hint={t('untilHint')}
    />
  )
}

const longest = 255

/** Warns if the tracking ID is already in use. It should be unique, but need not be. */
function TrackingWarning({ control, shop }: PartProps & { shop: string }) {
  const t = useTranslations('checkoutForm')
  const typed = useSettled(useWatch({ control, name: 'checkout.order.tracking_id' }).trim())
  const isAsked = typed !== '' && typed.length <= longest
  const { data } = useQuery({ ...trackingOptions(shop, typed), enabled: isAsked })
  const uses = isAsked ? (data?.items ?? []) : []
  return (
    <div role="status">
      {uses.length > 0 && (
        <div className="mt-1.5">
          <Caution>{t('trackingUsed', { count: uses.length })}</Caution>
          <ul className="mt-1 ms-5 grid gap-0.5 text-xs">
            {uses.slice(0, 3).map((use) => (
              <li key={`${use.kind} ${use.id} ${use.tracking_id}`}>
                <Use shop={shop} use={use} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function Use({ shop, use }: { shop: string; use: TrackingUse }) {
  const t = useTranslations('checkoutForm.trackingUse')
  const { amountText } = useMoney()
  const href =
    use.kind === 'checkout'
      ? `/shops/${shop}/checkouts/${use.id}`
      : `/shops/${shop}/notifications?open=${use.id}`
  const said = [use.description ?? use.tracking_id, amountText(use)].filter(Boolean).join(' · ')
  return (
    <Link
      href={href as Route}
      target="_blank"
      className="inline-flex min-h-6 items-center underline underline-offset-2"
    >
      {t(use.kind, { said })}
    </Link>
  )
}
