'use client'
import { useLocale } from 'use-intl'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Returns a function that formats a size; megabytes and more get one decimal. */
export function useSizeText() {
  const locale = useLocale()
  return (bytes: number): string => {
    const step = [1024, 1024 ** 2, 1024 ** 3].filter((limit) => bytes >= limit).length
    return new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: units[step],
      maximumFractionDigits: step >= 2 ? 1 : 0,
    }).format(bytes / 1024 ** step)
  }
}
