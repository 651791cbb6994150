'use client'
import { useTranslations } from 'use-intl'
import { copyText } from '@/components/ui/copy-text'
import { toast } from '@/components/ui/toast-store'

/** Copies for a menu, which is gone by then: a toast says whether it worked. */
export function useCopy() {
  const t = useTranslations('common')
  return async (text: string) => {
    const isCopied = await copyText(text)
    toast(t(isCopied ? 'copied' : 'copyFailed'), isCopied ? 'ok' : 'bad')
  }
}
