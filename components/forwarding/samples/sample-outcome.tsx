'use client'
import type { Route } from 'next'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Outcome } from '@/components/sending/outcome'
import { CodeBlock } from '@/components/ui/code-block'
import { LinkButton } from '@/components/ui/link-button'
import type { SampleResult } from '@/lib/forwarding/sample'

interface SampleOutcomeProps {
  shop: string
  sent: { result: SampleResult; isHere: boolean } | null
}

/** What came back of the last one, and what it became. */
export function SampleOutcome({ shop, sent }: SampleOutcomeProps) {
  const t = useTranslations('samples')
  const shown = useRef<HTMLDivElement>(null)
  // On a phone it is further down than the button.
  useEffect(() => {
    if (sent) shown.current?.scrollIntoView({ block: 'nearest' })
  }, [sent])
  return (
    <div ref={shown} className="grid gap-3">
      <div role="status" className="grid gap-3">
        {!sent && <p className="text-md text-muted">{t('notSent')}</p>}
        {sent && (
          <p>
            {sent.isHere
              ? t(sent.result.accepted ? 'acceptedHere' : 'refusedHere')
              : t(sent.result.accepted ? 'acceptedThere' : 'refusedThere')}
          </p>
        )}
        {sent && <Outcome result={sent.result} />}
      </div>
      {sent?.result.notification_id && (
        <LinkButton
          size="sm"
          className="justify-self-start"
          href={`/shops/${shop}/notifications?open=${sent.result.notification_id}` as Route}
        >
          {t('open')}
        </LinkButton>
      )}
      {sent && !sent.isHere && (
        <div>
          <h3 className="mb-1.5 text-md font-semibold">{t('bodySent')}</h3>
          <CodeBlock label={t('bodySent')} isWrapped className="max-h-40">
            {sent.result.body}
          </CodeBlock>
        </div>
      )}
    </div>
  )
}
