'use client'
import { RotateCw } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button, type ButtonProps } from '../ui/button'
import { type MirrorSource, useSync } from './use-read-again'

interface RetryButtonProps extends Pick<ButtonProps, 'size'> {
  source: MirrorSource
}

/** Retries the sync, like the refresh button beside the title, where a notice says that the list could not be read. */
export function RetryButton({ source, size }: RetryButtonProps) {
  const t = useTranslations('common')
  const { readAgain, isSyncing } = useSync(source)
  return (
    <Button
      size={size}
      icon={<RotateCw aria-hidden size={size === 'sm' ? 14 : 15} />}
      isPending={isSyncing}
      onPress={readAgain}
    >
      {t('retry')}
    </Button>
  )
}
