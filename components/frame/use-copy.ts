'use client'
import { useTranslations } from 'use-intl'
import { copyText } from '@/components/ui/text/copy-text'
import { toast } from '@/components/ui/overlays/toast-store'

/** Copies a text for a menu. The menu closes, so a toast shows the result. */
export function useCopy() {
  const t = useTranslations('common')
  return async (text: string, copied = t('copied')) => {
    const isCopied = await copyText(text)
    toast(isCopied ? copied : t('copyFailed'), isCopied ? 'ok' : 'bad')
  }
}
