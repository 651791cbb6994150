'use client'
import { ShieldAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { when } from '@/components/time/when'
import { Link } from '@/components/ui/link'

/** Above each page, while there is still time to add the second factor that is asked for. */
export function FactorNotice({ at }: { at: string }) {
  const t = useTranslations('frame.factor')
  return (
    <section
      aria-label={t('label')}
      className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md border bg-surface px-3 py-2 text-md print:hidden"
    >
      <ShieldAlert aria-hidden size={16} className="shrink-0 text-muted" />
      <span>{t.rich('text', { when: when(at, { isPlain: true }) })}</span>
      <Link href="/account" className="text-accent-text underline">
        {t('add')}
      </Link>
    </section>
  )
}
