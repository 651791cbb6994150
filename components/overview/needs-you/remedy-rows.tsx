'use client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useViewerTimeZone } from '@/components/time/clock'
import { when } from '@/components/time/when'
import { Button } from '@/components/ui/button'
import { dynamic } from '@/components/ui/dynamic'
import { formatDateTime } from '@/lib/core/format/dates'
import { shortName } from '@/lib/core/format/shortened'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import type { RadarItem } from '@/lib/products/schema'
import { Done, RadarRow } from './radar-row'
import type { RowHold } from './use-held-radar'
import { useRemedy } from './use-remedy'

interface ExtendRowProps {
  shop: string
  item: RadarItem
  icon: ReactNode
  mayWrite: boolean
  held: RowHold
}

export function ExtendRow({ shop, item, icon, mayWrite, held }: ExtendRowProps) {
  const t = useTranslations('overview.expiring')
  const locale = useLocale()
  const timeZone = useViewerTimeZone()
  const name = item.name ?? item.id
  const doneUntil = held.done?.expired_at
  const until = doneUntil ?? item.expired_at
  const { apply, isPending, failure, waiting } = useRemedy(shop, item, held, ({ expired_at: at }) =>
    t('done', { name: shortName(name), when: at ? formatDateTime(new Date(at), timeZone, locale) : '' }),
  )
  if (until === null) return null
  const extend = () =>
    apply({ change: { expired_at: extended(until, Date.now()) }, expect: { expired_at: until } }).catch(
      () => {}, // The row shows the failure.
    )
  return (
    <RadarRow
      shop={shop}
      item={item}
      icon={icon}
      failure={failure}
      waiting={waiting}
      reason={t.rich('reason', { when: when(until) })}
    >
      {mayWrite && !doneUntil && (
        <Button size="sm" isPending={isPending} aria-label={t('extendOf', { name })} onPress={extend}>
          {t('extend')}
        </Button>
      )}
      {doneUntil && <Done>{t('extended')}</Done>}
    </RadarRow>
  )
}

const extendDays = 30

/** Returns the expiry plus 30 days in the gateway's format. A past expiry is extended from `now` (ms). */
export function extended(expiredAt: string, now: number): string {
  const from = Math.max(Date.parse(expiredAt), now)
  return new Date(from + extendDays * 86_400_000).toISOString().replace(/\.\d+Z$/, '+00:00')
}

const loadDialog = lazyWithMessages(() => import('./restock-dialog'))
const RestockDialog = dynamic(loadDialog)

interface RestockRowProps {
  shop: string
  item: RadarItem
  icon: ReactNode
  mayWrite: boolean
  held: RowHold
}

export function RestockRow({ shop, item, icon, mayWrite, held }: RestockRowProps) {
  const t = useTranslations('overview.stock')
  const [isOpen, setIsOpen] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const name = item.name ?? item.id
  const { quantity } = held.done ?? item
  const { apply, failure, waiting } = useRemedy(shop, item, held, (product) =>
    t('done', { name: shortName(name), count: product.quantity ?? 0 }),
  )
  // The row must stay: the dialog is inside it, and would close and lose what was typed.
  const open = () => {
    held.keep(true)
    setIsOpen(true)
  }
  const close = () => {
    held.keep(false)
    setIsOpen(false)
  }
  // Focuses the button, or the text that replaced it, once the dialog is gone: until then it keeps the focus.
  useEffect(() => {
    if (!isOpen) return undefined
    const here = place.current
    return () => {
      requestAnimationFrame(() => here?.querySelector<HTMLElement>('button, [tabindex]')?.focus())
    }
  }, [isOpen])
  return (
    <RadarRow
      shop={shop}
      item={item}
      icon={icon}
      failure={isOpen ? null : failure}
      waiting={isOpen ? 0 : waiting}
      reason={quantity === 0 ? t('none') : t('reason', { count: quantity ?? 0 })}
    >
      {mayWrite && (
        <span ref={place} onPointerEnter={() => void loadDialog()} onFocus={() => void loadDialog()}>
          {held.done ? (
            <Done>{t('restocked')}</Done>
          ) : (
            <Button size="sm" aria-label={t('restockOf', { name })} onPress={open}>
              {t('restock')}
            </Button>
          )}
        </span>
      )}
      {isOpen && (
        <RestockDialog
          name={name}
          now={item.quantity ?? 0}
          failure={failure}
          waiting={waiting}
          onClose={close}
          onRestock={(next) =>
            apply({ change: { quantity: next }, expect: { quantity: item.quantity ?? 0 } })
          }
        />
      )}
    </RadarRow>
  )
}
