'use client'
import { useLocale } from 'use-intl'

const units = ['byte', 'kilobyte', 'megabyte'] as const

/** Returns a function that formats a file size; megabytes get one decimal. */
export function useSizeText() {
  const locale = useLocale()
  return (bytes: number): string => {
    const step = bytes < 1024 ? 0 : bytes < 1024 ** 2 ? 1 : 2
    return new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: units[step],
      maximumFractionDigits: step === 2 ? 1 : 0,
    }).format(bytes / 1024 ** step)
  }
}
