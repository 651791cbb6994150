'use client'
import type { ReactNode } from 'react'
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { FormDateTime, FormSelect } from '@/components/form/fields/choice-fields'
import { FormNumberField, FormSwitch, FormTextField } from '@/components/form/fields/fields'
import { FormMoney } from '@/components/form/fields/money-field'
import { useZodForm } from '@/components/form/use-zod-form'
import { useMoney } from '@/components/money/use-money'
import { orderBulk, orderCopy } from '@/lib/jobs/client'
import { type BulkOperation, roundingModes } from '@/lib/products/bulk'
import { copyMatches, type CopyTarget } from '@/lib/products/copy'
import { zonedDateTime } from '@/lib/gateway/values/schemas'
import type { ProductSelection } from '@/lib/products/schema'
import { DryRunForm } from './dry-run-form'
import {
  expiryValues,
  expiryWays,
  flatOperation,
  prepareExpiry,
  prepareStock,
  stockValues,
} from './operations'

export interface Ordering {
  shop: string
  selection: ProductSelection
  onClose: () => void
}

interface OrderFormProps<V extends FieldValues> extends Ordering {
  form: UseFormReturn<V, unknown, BulkOperation>
  children: ReactNode
}

/** The form of a bulk change. */
export function OrderForm<V extends FieldValues>({ shop, selection, ...props }: OrderFormProps<V>) {
  const send = async (operation: BulkOperation, key: string) => ({
    shop,
    id: (await orderBulk(shop, { operation, selection }, key)).id,
  })
  return <DryRunForm {...props} send={send} />
}

export function SetPrice({ currency, ...ordering }: Ordering & { currency: string }) {
  const t = useTranslations('bulk')
  const words = useTranslations('products')
  const form = useZodForm(flatOperation, {
    defaultValues: { kind: 'set_price', currency, amount: undefined },
  })
  return (
    <OrderForm form={form} {...ordering}>
      <FormMoney
        autoFocus
        control={form.control}
        name="amount"
        currencyName="currency"
        label={words('label.amount')}
        currencyLabel={words('label.currency')}
        hint={t('otherCurrencies')}
      />
      <LinksNote />
    </OrderForm>
  )
}

export function ChangePrice({ currency, ...ordering }: Ordering & { currency: string }) {
  const t = useTranslations('bulk')
  const stepItems = useSteps(currency)
  const form = useZodForm(flatOperation, {
    defaultValues: { kind: 'change_price', percent: '', rounding: { mode: 'half_even', step: '1' } },
  })
  return (
    <OrderForm form={form} {...ordering}>
      <FormTextField
        autoFocus
        control={form.control}
        name="percent"
        label={t('percent')}
        hint={t('percentHint')}
        inputMode="text"
        autoComplete="off"
        suffix={<span className="px-2.5 text-sm text-muted">{'%'}</span>}
      />
      <FormSelect
        control={form.control}
        name="rounding.mode"
        label={t('rounding')}
        items={roundingModes.map((id) => ({ id, label: t(`mode.${id}`) }))}
      />
      <FormSelect control={form.control} name="rounding.step" label={t('step')} items={stepItems} />
      <LinksNote />
    </OrderForm>
  )
}

function LinksNote() {
  const t = useTranslations('bulk')
  return <p className="text-md text-muted">{t('priceOnLinks')}</p>
}

export function SetStock(ordering: Ordering) {
  const t = useTranslations('bulk')
  const form = useZodForm(stockValues, {
    defaultValues: { infinite: false, quantity: '' },
    prepare: prepareStock,
  })
  const isInfinite = useWatch({ control: form.control, name: 'infinite' })
  return (
    <OrderForm form={form} {...ordering}>
      <FormSwitch control={form.control} name="infinite">
        {t('unlimited')}
      </FormSwitch>
      {!isInfinite && (
        <FormNumberField autoFocus control={form.control} name="quantity" label={t('quantity')} />
      )}
    </OrderForm>
  )
}

const wayLabels = { days: 'byDays', until: 'byUntil', never: 'byNever' } as const

export function ExtendExpiry(ordering: Ordering) {
  const t = useTranslations('bulk')
  const form = useZodForm(expiryValues, {
    defaultValues: { how: 'days', days: '' },
    prepare: prepareExpiry,
  })
  const [how, until] = useWatch({ control: form.control, name: ['how', 'until'] })
  return (
    <OrderForm form={form} {...ordering}>
      <FormSelect
        control={form.control}
        name="how"
        label={t('by')}
        items={expiryWays.map((id) => ({ id, label: t(wayLabels[id]) }))}
      />
      {how === 'days' && (
        <FormNumberField
          autoFocus
          control={form.control}
          name="days"
          label={t('days')}
          hint={t('daysHint')}
        />
      )}
      {how === 'until' && (
        <FormDateTime
          control={form.control}
          name="until"
          label={t('until')}
          hint={
            until && (
              <span dir="auto" className="font-mono">
                {t('willSend', { moment: until })}
              </span>
            )
          }
        />
      )}
    </OrderForm>
  )
}

/** Chooses the expiry of new products whose expiry the gateway does not return. */
const unknownExpiryWays = ['leave', 'until', 'never'] as const

const copyValues = z.strictObject({
  to: z.string({ error: 'required' }).min(1, 'required'),
  match: z.enum(copyMatches),
  unknown_expiry: z.enum(unknownExpiryWays),
  expired_at: zonedDateTime.optional(),
})
type CopyInput = Omit<z.input<typeof copyValues>, 'expired_at'> & { expired_at?: unknown }

/** Needs a date only if the form asks for one. */
const prepareCopy = ({ expired_at, ...rest }: CopyInput): unknown =>
  rest.unknown_expiry === 'until' ? { ...rest, expired_at: expired_at ?? '' } : rest

interface CopyFormProps extends Ordering {
  targets: readonly CopyTarget[]
}

/** Copies the selected products to another shop, where the job is. */
export function CopyForm({ targets, shop, selection, onClose }: CopyFormProps) {
  const t = useTranslations('bulk.copying')
  const modes = useTranslations('frame.shopMode')
  const only = targets.length === 1 ? targets[0] : undefined
  const form = useZodForm(copyValues, {
    defaultValues: { to: only?.id ?? '', match: 'name', unknown_expiry: 'leave' },
    prepare: prepareCopy,
  })
  const [to, way] = useWatch({ control: form.control, name: ['to', 'unknown_expiry'] })
  const isLive = targets.some(({ id, mode }) => id === to && mode === 'live')
  const send = async (
    { to: target, unknown_expiry: how, ...values }: z.output<typeof copyValues>,
    key: string,
  ) => ({
    shop: target,
    id: (
      await orderCopy(
        target,
        { from: shop, selection, ...values, ...(how === 'never' && { immortal: true }) },
        key,
      )
    ).id,
  })
  return (
    <DryRunForm form={form} send={send} onClose={onClose}>
      <FormSelect
        control={form.control}
        name="to"
        label={t('to')}
        items={targets.map(({ id, name, mode }) => ({ id, label: t('target', { name, mode: modes(mode) }) }))}
      />
      <FormSelect
        control={form.control}
        name="match"
        label={t('match')}
        hint={t('matchHint')}
        items={copyMatches.map((id) => ({ id, label: t(`by.${id}`) }))}
      />
      <FormSelect
        control={form.control}
        name="unknown_expiry"
        label={t('expiry')}
        hint={t('expiryHint')}
        items={unknownExpiryWays.map((id) => ({ id, label: t(`expiryWays.${id}`) }))}
      />
      {way === 'until' && <FormDateTime control={form.control} name="expired_at" label={t('until')} />}
      <ul className="grid list-disc gap-1 ps-4.5 text-md text-muted">
        <li>{t('price')}</li>
        <li>{t('stock')}</li>
        <li>{t('links')}</li>
      </ul>
      {isLive && <p className="text-md text-warn">{t('live')}</p>}
    </DryRunForm>
  )
}

/** In minor units. */
const steps = [5, 10, 50, 100, 1000] as const

/** Returns the steps of prices as options, with what each is in the products’ usual currency, if they have one (else ''). */
export function useSteps(currency: string): { id: string; label: string }[] {
  const t = useTranslations('bulk.steps')
  const { amountText } = useMoney()
  const label = (step: number) =>
    currency === ''
      ? t('minor', { step })
      : t('minorAs', { step, amount: amountText({ amount: step, currency }) ?? '' })
  return [{ id: '1', label: t('none') }, ...steps.map((step) => ({ id: String(step), label: label(step) }))]
}
