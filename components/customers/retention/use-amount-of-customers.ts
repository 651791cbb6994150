'use client'
import { useLocale, useTranslations } from 'use-intl'
import type { RetentionEffect } from '@/lib/customers/retention'

/**
 * Returns a function that words a count: “412 customers”, or “More than …” when counting stopped early. Use `total` for
 * grammatical number.
 */
export function useAmountOfCustomers() {
  const t = useTranslations('retention')
  const locale = useLocale()
  return ({ total, total_exact: isExact }: RetentionEffect) => {
    const number = new Intl.NumberFormat(locale).format(total)
    return { total, amount: t(isExact ? 'amount' : 'amountOver', { total, number }) }
  }
}
