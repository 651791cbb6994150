'use client'
import { useTranslations } from 'use-intl'
import { CopyButton } from '@/components/ui/text/copy-button'
import { useCopyLabels } from '../use-copy-labels'

/** Copies the notification address, which the provider needs. */
export function CopyAddress({ url }: { url: string }) {
  const t = useTranslations('notifications')
  return <CopyButton text={url} {...useCopyLabels(t('copyAddress'))} />
}
