'use client'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { cx } from '../ui/cx'
import { useIsArchived, useMay } from '../frame/use-may'

/**
 * On pages of settings: why an owner cannot change them in an archived shop, and what to do about it. Not on the page
 * that it names, which offers that itself.
 */
export function ArchivedNote({ className }: { className?: string }) {
  const t = useTranslations('frame.settings')
  const isArchived = useIsArchived()
  const mayRestore = useMay('shop.configure')
  const isGeneral = usePathname().endsWith('/settings/general')
  if (!isArchived || !mayRestore || isGeneral) return null
  return <p className={cx('rounded-md bg-sunken px-3 py-2 text-md/5', className)}>{t('archived')}</p>
}
