'use client'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, SquareArrowOutUpRight, X } from 'lucide-react'
import type { Route } from 'next'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { QueryError, RefreshNotice } from '@/components/data-table/query-state'
import { useMoney } from '@/components/money/use-money'
import { StatusBadge } from '@/components/payment-status/status-badge'
import { IconButton } from '@/components/ui/icon-button'
import { LinkButton } from '@/components/ui/link'
import { Skeleton } from '@/components/ui/skeleton'
import { useShortcut } from '@/components/ui/press/use-shortcut'
import { visibleText } from '@/components/ui/text/visible-text'
import type { ShopDetail } from '@/lib/core/shop'
import { notificationDetailOptions } from '@/lib/notifications/client'
import type { NotificationDetail } from '@/lib/notifications/schema'
import { statusWords } from '@/lib/notifications/status'
import { PayloadSection } from '../payload/payload-section'
import { Actions } from './actions'
import { Authenticity } from './authenticity'
import { Changed } from './changed'
import { Deliveries, PreviousDifference, Timeline } from './history'
import { RevealSection, useReveal } from './reveal-section'
import { Summary } from './summary-section'

export interface DetailPanelProps {
  shop: ShopDetail
  id: string
  hrefOf: (id: string) => Route
  onClose: () => void
  /** Absent at the ends of the shown page. */
  onNewer?: () => void
  onOlder?: () => void
}

/**
 * Shows one notification beside the list, or over it on small screens. J and K move to the next and previous one,
 * Escape closes the panel. The list stays usable.
 */
export default function DetailPanel({ shop, id, hrefOf, onClose, onNewer, onOlder }: DetailPanelProps) {
  const t = useTranslations('notifications')
  const query = useQuery(notificationDetailOptions(shop.id, id))
  const panel = useRef<HTMLElement>(null)
  useShortcut({ key: 'escape' }, onClose)
  // Registered before the list's own J and K, so that they move the panel while it is open.
  useShortcut({ key: 'j', isCapturing: true }, () => onOlder?.())
  useShortcut({ key: 'k', isCapturing: true }, () => onNewer?.())
  useEffect(() => {
    // Focus stays if it is already in the panel.
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true })
  }, [id])
  const reveal = useReveal(shop.id, query.data)
  const notification = reveal.shown
  const what = useAnnouncement(notification)

  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={what ? t('detailOf', { what }) : t('detail')}
      className="flex flex-col border-s bg-surface shadow-pop outline-none max-xl:fixed max-xl:inset-y-0 max-xl:end-0 max-xl:z-40 max-xl:w-full max-xl:max-w-[480px] xl:sticky xl:top-0 xl:-mt-5.5 xl:-me-6 xl:-mb-10 xl:h-[calc(100dvh-83px)]"
    >
      {/* Announces the next notification, as focus does not move. The key makes equal texts announce again. */}
      <div role="status" className="sr-only">
        <span key={id}>{what}</span>
      </div>
      <div className="flex min-h-14 items-center gap-1 border-b py-2 pe-3 ps-5 max-md:ps-4">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
          {notification && <DetailHeading notification={notification} />}
        </div>
        <PanelButton
          label={t('previous')}
          shortcut="k"
          icon={<ChevronUp aria-hidden size={17} />}
          onPress={onNewer}
        />
        <PanelButton
          label={t('next')}
          shortcut="j"
          icon={<ChevronDown aria-hidden size={17} />}
          onPress={onOlder}
        />
        <PanelButton label={t('close')} icon={<X aria-hidden size={17} />} onPress={onClose} />
      </div>
      {/* The key resets the scroll position for each notification. */}
      <div key={id} className="min-h-0 flex-1 overflow-y-auto">
        {notification ? (
          <>
            <div className="flex flex-wrap gap-1.5 border-b px-5 py-2.5 max-md:px-4">
              <Actions shop={shop} notification={notification} />
              <LinkButton
                size="sm"
                href={`/shops/${shop.id}/notifications/${notification.id}` as Route}
                icon={<SquareArrowOutUpRight aria-hidden size={14} />}
              >
                {t('ownPage')}
              </LinkButton>
            </div>
            <RefreshNotice query={query} />
            <RevealSection reveal={reveal} />
            <DetailBody shop={shop} notification={notification} hrefOf={hrefOf} />
          </>
        ) : query.isError ? (
          <QueryError query={query} title={t('failedOne')} />
        ) : (
          <Loading label={t('loadingDetail')} />
        )}
      </div>
    </aside>
  )
}

/** Returns the announcement for screen readers: amount, status and description. */
function useAnnouncement(notification: NotificationDetail | undefined): string {
  const t = useTranslations('notifications')
  const states = useTranslations('paymentState')
  const { amountText } = useMoney()
  if (!notification) return ''
  const said = [...statusWords(notification, t, states), notification.description]
  const words = [amountText(notification), ...said.map((word) => word && visibleText(word))]
  return words.filter((word) => word !== null).join(', ')
}

interface PanelButtonProps {
  label: string
  icon: ReactNode
  shortcut?: string
  onPress?: () => void
}

function PanelButton({ label, icon, shortcut, onPress }: PanelButtonProps) {
  return (
    <IconButton
      label={label}
      icon={icon}
      aria-keyshortcuts={shortcut?.toUpperCase()}
      isDisabled={!onPress}
      onPress={onPress}
    />
  )
}

function Loading({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="grid gap-3 px-5 py-4">
      {['w-52', 'w-64', 'w-44', 'w-60', 'w-full'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  )
}

interface DetailProps {
  shop: ShopDetail
  notification: NotificationDetail
  hrefOf: (id: string) => Route
}

function DetailHeading({ notification }: Pick<DetailProps, 'notification'>) {
  const { amountText } = useMoney()
  return (
    <>
      <StatusBadge notification={notification} />
      <h2 className="font-semibold tabular-nums">{amountText(notification)}</h2>
      {notification.type && (
        <span dir="auto" className="min-w-0 truncate text-muted">
          <bdi>{notification.type}</bdi>
        </span>
      )}
    </>
  )
}

function DetailBody({ shop, notification, hrefOf }: DetailProps) {
  return (
    <div className="divide-y">
      <Summary notification={notification} hrefOf={hrefOf} />
      <Changed shop={shop.id} notification={notification} />
      <Authenticity notification={notification} />
      <PayloadSection key={notification.id} notification={notification} />
      <PreviousDifference notification={notification} hrefOf={hrefOf} />
      <Timeline notification={notification} hrefOf={hrefOf} />
      <Deliveries shop={shop.id} notification={notification} />
    </div>
  )
}
