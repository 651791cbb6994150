'use client'
import { FlaskConical } from 'lucide-react'
import { useTranslations } from 'use-intl'

/** Said above everything while the shop is the sandbox. A live shop has no ribbon. */
export function SandboxRibbon() {
  const t = useTranslations('sandbox')
  return (
    <section
      aria-label={t('ribbonShort')}
      className="flex items-center gap-2 border-b border-sandbox/40 bg-sandbox-weak px-6 py-[5px] text-sm/5 text-warn max-md:px-3.5"
    >
      <FlaskConical aria-hidden size={14} className="shrink-0" />
      <span className="max-md:hidden">{t('ribbon')}</span>
      <span className="md:hidden">{t('ribbonShort')}</span>
    </section>
  )
}
