'use client'
import { useTranslations } from 'use-intl'
import { cx } from '../ui/cx'
import { useIsArchived, useMay } from '../frame/use-may'

/** On pages of settings: why an owner cannot change them in an archived shop, and what to do about it. */
export function ArchivedNote({ className }: { className?: string }) {
  const t = useTranslations('frame.settings')
  const isArchived = useIsArchived()
  const mayRestore = useMay('shop.configure')
  if (!isArchived || !mayRestore) return null
  return <p className={cx('rounded-md bg-sunken px-3 py-2 text-md/5', className)}>{t('archived')}</p>
}
