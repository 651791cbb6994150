'use client'
import { useTranslations } from 'use-intl'

/** In the place of a QR code: the address is too long for one. */
export function NoCode() {
  const t = useTranslations('links')
  return <p className="text-center text-sm text-muted">{t('tooLongForCode')}</p>
}
