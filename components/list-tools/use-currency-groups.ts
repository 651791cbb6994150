import { useTranslations } from 'use-intl'

/** Sorted by amount, a list has one currency after the other: amounts of two say nothing of which is more. */
export function useCurrencyGroups(
  sort: string,
  chosen: readonly string[] | undefined,
): ((row: { currency: string | null }) => string) | undefined {
  const t = useTranslations('amounts')
  const isGrouped = (sort === 'amount' || sort === '-amount') && chosen?.length !== 1
  return isGrouped ? ({ currency }) => t('inCurrency', { currency: currency ?? '–' }) : undefined
}
