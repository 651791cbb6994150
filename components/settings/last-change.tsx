import { useTranslations } from 'use-intl'
import { when } from '../time/when'

/** Says who changed these settings last, and when. */
export function LastChange({ changed }: { changed: { at: string; by: string | null } | null }) {
  const t = useTranslations('form')
  if (!changed) return null
  return (
    <p className="self-center text-sm text-muted">
      {changed.by === null
        ? t.rich('changedAt', { when: when(changed.at) })
        : t.rich('changedBy', { name: changed.by, when: when(changed.at) })}
    </p>
  )
}
