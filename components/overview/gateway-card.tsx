'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { healthColours } from '@/components/frame/health'
import { useIsHydrated } from '@/components/ui/hydrated'
import { when } from '@/components/time/when'
import { Card, Section } from '@/components/ui/card'
import { cx } from '@/components/ui/cx'
import { dynamic } from '@/components/ui/dynamic'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import { gatewayHealthOptions } from '@/lib/shops/client'

/** Seldom needed, as are the names of all problems. */
const GatewayFailure = dynamic(lazyWithMessages(() => import('./gateway-failure')))

/** The machine's explanation, in a sentence. */
const asData = (text: string | null) => () => <bdi>{text}</bdi>

export function GatewayCard({ shop }: { shop: string }) {
  const t = useTranslations('overview.gateway')
  const isHydrated = useIsHydrated()
  const { data } = useQuery(gatewayHealthOptions(shop))
  // The frame queries this too, so data may arrive before hydration and differ from the server's HTML.
  if (!isHydrated || !data) return null
  const { state, latency_ms: latency, checked_at: at, failure, request } = data
  return (
    <Card>
      <Section title={t('title')}>
        <p className="flex items-center gap-2 text-base">
          <span
            aria-hidden
            className={cx('size-2 shrink-0 forced-color-adjust-none rounded-full', healthColours[state])}
          />
          {state === 'ok' && latency !== null ? t('answered', { latency }) : t(state)}
        </p>
        {failure !== null && <GatewayFailure failure={failure} />}
        {at && (
          <p className="mt-1 text-sm wrap-anywhere text-muted">
            {t.rich('asked', { call: asData(request), when: when(at) })}
          </p>
        )}
      </Section>
    </Card>
  )
}
