'use client'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/text/badge'
import type { Allowance, Role } from '@/lib/core/permissions'

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

/** A person's role, and beneath it what they are allowed beyond it. */
export function RightsText({ of }: { of: { role: Role; allowances: readonly Allowance[] } }) {
  const t = useTranslations('people.allowances')
  const roleName = useTranslations('auth.role')
  return (
    <>
      {roleName(of.role)}
      {of.allowances.map((one) => (
        <span key={one} className="block text-xs text-muted">
          {t(one)}
        </span>
      ))}
    </>
  )
}
