'use client'
import { useTranslations } from 'use-intl'
import { copyText } from '@/components/ui/copy-text'
import { toast } from '@/components/ui/toast-store'

/** Copies for a menu, which is gone by then: a toast says what was copied (`copied`), or that it could not be. */
export function useCopy() {
  const t = useTranslations('common')
  return async (text: string, copied = t('copied')) => {
    const isCopied = await copyText(text)
    toast(isCopied ? copied : t('copyFailed'), isCopied ? 'ok' : 'bad')
  }
}
