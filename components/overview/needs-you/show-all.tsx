'use client'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { Link } from '@/components/ui/link'

interface ShowAllProps {
  /** The list with the rows that `total` counts. */
  href: string
  total: number
  isExact: boolean
}

export function ShowAll({ href, total, isExact }: ShowAllProps) {
  const t = useTranslations('overview')
  return (
    <Link
      href={href as Route}
      className="ms-auto inline-flex min-h-6 items-center text-sm text-muted underline underline-offset-2 hover:text-text"
    >
      {t('all', { total: t(isExact ? 'total' : 'moreThan', { total }) })}
    </Link>
  )
}
