'use client'
import { ShieldAlert } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { useViewerTimeZone } from '@/components/time/clock'
import { Link } from '@/components/ui/link'
import { formatDateTime } from '@/lib/core/format/dates'

/** Above each page, while there is still time to add the second factor that is asked for. */
export function FactorNotice({ at }: { at: string }) {
  const t = useTranslations('frame.factor')
  const locale = useLocale()
  const timeZone = useViewerTimeZone()
  return (
    <section
      aria-label={t('label')}
      className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md border bg-surface px-3 py-2 text-md print:hidden"
    >
      <ShieldAlert aria-hidden size={16} className="shrink-0 text-muted" />
      <span suppressHydrationWarning>
        {t('text', { when: formatDateTime(new Date(at), timeZone, locale) })}
      </span>
      <Link href="/account" className="rounded-xs text-accent underline">
        {t('add')}
      </Link>
    </section>
  )
}
