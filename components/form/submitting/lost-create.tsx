'use client'
import { CircleHelp } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link'

interface LostCreateProps {
  /** The list that would show the record. */
  listHref: Route
  isPending: boolean
  /** Called when a person has checked that the record does not exist. */
  onRepeat: () => void
}

/**
 * Shown after a create request with an unknown outcome. It is repeated only after a person has checked and confirms it.
 */
export function LostCreate({ listHref, isPending, onRepeat }: LostCreateProps) {
  const t = useTranslations('form.lost')
  return (
    <section
      aria-label={t('label')}
      className="mb-4 flex gap-2.5 rounded-md border border-warn/40 bg-warn-weak px-4 py-3 text-md/5"
    >
      <CircleHelp aria-hidden size={17} className="mt-0.5 shrink-0 text-warn" />
      <div className="min-w-0">
        <p>{t('text')}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <LinkButton size="sm" href={listHref} target="_blank">
            {t('look')}
          </LinkButton>
          <Button size="sm" isPending={isPending} onPress={onRepeat}>
            {t('repeat')}
          </Button>
        </div>
      </div>
    </section>
  )
}
