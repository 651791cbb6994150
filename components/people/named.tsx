'use client'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/text/badge'

/** A name above its e-mail address. Handles any length and script. */
export function PersonName({ of, isYou = false }: { of: { name: string; email: string }; isYou?: boolean }) {
  const t = useTranslations('people')
  return (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <bdi className="truncate font-medium" title={of.name}>
          {of.name}
        </bdi>
        {isYou && <Badge>{t('you')}</Badge>}
      </span>
      <bdi className="block truncate text-xs text-muted" title={of.email}>
        {of.email}
      </bdi>
    </>
  )
}
