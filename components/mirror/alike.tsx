'use client'
import { useTranslations } from 'use-intl'

/** Says that the list shows only similar matches of a search. */
export function SimilarOnlyNotice({ q }: { q: string }) {
  const t = useTranslations('mirror')
  return (
    <p role="status" className="mb-2.5 rounded-md bg-info-weak px-3 py-2 text-md text-info">
      {t('alike', { q })}
    </p>
  )
}
