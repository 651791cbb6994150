'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import type { Leftover } from './read-request'

interface LeftoverListProps {
  leftovers: readonly Leftover[]
  onDismiss: () => void
}

/** What of a pasted request, a template or another checkout has no place in the form, and that it is not sent. */
export function LeftoverList({ leftovers, onDismiss }: LeftoverListProps) {
  const t = useTranslations('checkoutForm.leftovers')
  return (
    <div role="status">
      {leftovers.length > 0 && (
        <section aria-label={t('title')} className="mt-3 rounded-md border border-warn/40 bg-warn-weak p-3">
          <div className="flex items-start justify-between gap-2">
            <h3 className="text-sm font-medium text-warn">{t('title')}</h3>
            <Button size="sm" variant="ghost" className="-my-1" onPress={onDismiss}>
              {t('dismiss')}
            </Button>
          </div>
          <p className="text-xs">{t('text')}</p>
          <ul className="mt-2 grid gap-1.5 text-xs">
            {leftovers.map(({ path, value, why }) => (
              <li key={path} className="min-w-0">
                <code className="font-mono wrap-anywhere">{path || t('whole')}</code>{' '}
                <span className="text-muted">{t(`why.${why}`)}</span>
                <code className="block max-h-16 overflow-hidden font-mono wrap-anywhere text-muted">
                  {JSON.stringify(value)?.slice(0, 200)}
                </code>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
