import { useTranslations } from 'use-intl'

/**
 * Groups a list by currency while it is sorted by amount, because amounts of different currencies cannot be compared.
 */
export function useCurrencyGroups(
  sort: string,
  chosen: readonly string[] | undefined,
): ((row: { currency: string | null }) => string) | undefined {
  const t = useTranslations('amounts')
  const isGrouped = (sort === 'amount' || sort === '-amount') && chosen?.length !== 1
  return isGrouped ? ({ currency }) => t('inCurrency', { currency: currency ?? '–' }) : undefined
}
