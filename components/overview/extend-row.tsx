'use client'
import { LoaderCircle } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useViewerTimeZone } from '@/components/time/clock'
import { when } from '@/components/time/when'
import { Button } from '@/components/ui/button'
import type { RadarItem } from '@/lib/contracts/radar'
import { formatDateTime } from '@/lib/format/dates'
import { extended } from './extend'
import { keepFocus } from './focus'
import { RadarRow } from './radar-row'
import { useRemedy } from './use-remedy'

interface ExtendRowProps {
  shop: string
  item: RadarItem
  icon: ReactNode
  mayWrite: boolean
}

/** A product that can soon be paid no more: one press puts that off by 30 days. */
export function ExtendRow({ shop, item, icon, mayWrite }: ExtendRowProps) {
  const t = useTranslations('overview.expiring')
  const locale = useLocale()
  const timeZone = useViewerTimeZone()
  const name = item.name ?? item.id
  const until = item.expired_at
  const button = useRef<HTMLButtonElement>(null)
  const { apply, isPending, failure, waiting } = useRemedy(shop, item.id, ({ expired_at: at }) =>
    t('done', { name, when: at ? formatDateTime(new Date(at), timeZone, locale) : '' }),
  )
  if (until === null) return null
  const extend = () => {
    if (isPending) return
    const giveFocus = keepFocus(button.current)
    apply({ change: { expired_at: extended(until, Date.now()) }, expect: { expired_at: until } }).then(
      giveFocus,
      () => {}, // Said in the row.
    )
  }
  return (
    <RadarRow
      shop={shop}
      item={item}
      icon={icon}
      failure={failure}
      waiting={waiting}
      reason={t.rich('reason', { when: when(until) })}
    >
      {mayWrite && (
        <Button
          ref={button}
          size="sm"
          // Not React Aria's pending: what it announces is named by a button that is gone when it is done.
          icon={isPending && <LoaderCircle aria-hidden size={15} className="animate-spin" />}
          aria-label={t('extendOf', { name })}
          onPress={extend}
        >
          {t('extend')}
        </Button>
      )}
    </RadarRow>
  )
}
