'use client'
import { useTranslations } from 'use-intl'
import type { Allowance, Role } from '@/lib/core/permissions'

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
