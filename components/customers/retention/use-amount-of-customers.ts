'use client'
import { useLocale, useTranslations } from 'use-intl'
import type { RetentionEffect } from '@/lib/customers/retention'

/** “412 customers”, or more than were counted; and the bare number, for what agrees with it. */
export function useAmountOfCustomers() {
  const t = useTranslations('retention')
  const locale = useLocale()
  return ({ total, total_exact: isExact }: RetentionEffect) => {
    const number = new Intl.NumberFormat(locale).format(total)
    return { total, amount: t(isExact ? 'amount' : 'amountOver', { total, number }) }
  }
}
