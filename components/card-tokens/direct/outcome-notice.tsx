'use client'
import { CircleHelp } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { LinkButton } from '@/components/ui/link-button'

/** `lost`: it is not known whether there is a token. `duplicate`: refused, as the same was sent within 30 seconds. */
export type Outcome = 'lost' | 'duplicate'

const steps = {
  lost: ['exists', 'again', 'look'],
  duplicate: ['first', 'wait', 'really'],
} as const

/** What can be known, and done, where it is not clear what became of a card. */
export function OutcomeNotice({ shop, outcome }: { shop: string; outcome: Outcome }) {
  const t = useTranslations('cardTokens.outcomes')
  return (
    <section
      // As the summary of errors, which it stands for: it gets the focus.
      data-error-summary=""
      tabIndex={-1}
      aria-label={t(`${outcome}.title`)}
      className="mb-4 flex max-w-[740px] gap-2.5 rounded-md border border-warn/40 bg-warn-weak px-4 py-3 text-md/5"
    >
      <CircleHelp aria-hidden size={17} className="mt-0.5 shrink-0 text-warn" />
      <div className="min-w-0">
        <p className="font-semibold">{t(`${outcome}.title`)}</p>
        <ul className="mt-1 list-disc pl-4.5">
          {outcome === 'lost'
            ? steps.lost.map((step) => <li key={step}>{t(`lost.${step}`)}</li>)
            : steps.duplicate.map((step) => <li key={step}>{t(`duplicate.${step}`)}</li>)}
        </ul>
        <div className="mt-3 flex flex-wrap gap-2">
          <LinkButton size="sm" href={`/shops/${shop}/card-tokens` as Route} target="_blank">
            {t('toList')}
          </LinkButton>
          <LinkButton size="sm" href={`/shops/${shop}/notifications` as Route} target="_blank">
            {t('toNotifications')}
          </LinkButton>
        </div>
      </div>
    </section>
  )
}
