'use client'
import { useTranslations } from 'use-intl'

/** Says that a list has nothing but what is similar to a search. */
export function Alike({ q }: { q: string }) {
  const t = useTranslations('mirror')
  return (
    <p role="status" className="mb-2.5 rounded-md bg-info-weak px-3 py-2 text-md text-info">
      {t('alike', { q })}
    </p>
  )
}
