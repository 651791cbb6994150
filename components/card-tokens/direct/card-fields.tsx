'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useFormField } from '@/components/form/fields/use-form-field'
import { useClock } from '@/components/time/clock'
import { TextField, type TextFieldProps } from '@/components/ui/fields/text-field'
import { brandName } from '@/lib/core/format/card'
import { brandOf, failsLuhn, groupNumber, isPast } from './typing'
import type { DirectControl } from './order-part'
import type { DirectValues } from './values'

/** Card digits run left to right in every language. */
const digits = '[&_input]:[direction:ltr] rtl:[&_input]:text-end tabular-nums'

/**
 * The card's fields. They have standard autocomplete tokens, but no names by which a browser would remember the input.
 */
export function CardFields({ control }: { control: DirectControl }) {
  const t = useTranslations('cardTokens.direct')
  const optional = useTranslations('common')('optional')
  const field = { control }
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3.5 md:grid-cols-6">
      <NumberField control={control} />
      <CardField
        {...field}
        name="credit_card.holder"
        label={t('holder')}
        labelNote={optional}
        autoComplete="cc-name"
        maxLength={35}
        className="col-span-2 md:col-span-3"
      />
      <CardField
        {...field}
        name="credit_card.exp_month"
        label={t('month')}
        placeholder={t('monthPlaceholder')}
        autoComplete="cc-exp-month"
        inputMode="numeric"
        maxLength={2}
        className={`md:col-span-2 ${digits}`}
      />
      <YearField control={control} />
      <CardField
        {...field}
        name="credit_card.verification_value"
        label={t('code')}
        labelNote={optional}
        hint={t('codeHint')}
        autoComplete="cc-csc"
        inputMode="numeric"
        maxLength={4}
        className={`col-span-2 ${digits}`}
      />
    </div>
  )
}

type CardName = `credit_card.${keyof DirectValues['credit_card']}`
type CardFieldProps = Omit<TextFieldProps, 'value' | 'onChange' | 'name' | 'error'> & {
  control: DirectControl
  name: CardName
  shape?: (next: string, before: string) => string
}

function CardField({ control, name, shape = (next) => next, ...props }: CardFieldProps) {
  const { text, change, error, bound } = useFormField({ control, name }, props.label)
  return (
    <TextField
      {...props}
      {...bound}
      name={undefined}
      spellCheck="false"
      value={text}
      onChange={(next) => change(shape(next, text))}
      error={error}
    />
  )
}

/** The card number, grouped as on a card. Shows the likely brand, and warns of a wrong check digit without blocking. */
function NumberField({ control }: { control: DirectControl }) {
  const t = useTranslations('cardTokens.direct')
  const number = useWatch({ control, name: 'credit_card.number' })
  const brand = brandOf(number)
  return (
    <CardField
      control={control}
      name="credit_card.number"
      label={t('number')}
      shape={groupNumber}
      hint={failsLuhn(number) ? t('oddNumber') : undefined}
      autoComplete="cc-number"
      inputMode="numeric"
      maxLength={30}
      suffix={
        <span className="shrink-0 pe-2.5 text-sm text-muted" aria-live="polite">
          {brand === null ? '' : brandName(brand)}
        </span>
      }
      className={`col-span-2 md:col-span-3 ${digits}`}
    />
  )
}

function YearField({ control }: { control: DirectControl }) {
  const t = useTranslations('cardTokens.direct')
  const now = useClock()
  const [month, year] = useWatch({ control, name: ['credit_card.exp_month', 'credit_card.exp_year'] })
  return (
    <CardField
      control={control}
      name="credit_card.exp_year"
      label={t('year')}
      placeholder={t('yearPlaceholder')}
      hint={isPast(month, year, now) ? t('past') : undefined}
      autoComplete="cc-exp-year"
      inputMode="numeric"
      maxLength={4}
      className={`md:col-span-2 ${digits}`}
    />
  )
}
