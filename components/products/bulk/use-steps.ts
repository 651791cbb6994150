import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'

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
