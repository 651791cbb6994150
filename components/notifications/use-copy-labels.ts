'use client'
import { useTranslations } from 'use-intl'

export function useCopyLabels(label: string) {
  const common = useTranslations('common')
  return { label, copiedLabel: common('copied'), failedLabel: common('copyFailed') }
}
