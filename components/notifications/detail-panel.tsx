'use client'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { QueryError } from '@/components/data-table/query-state'
import { IconButton } from '@/components/ui/icon-button'
import { Skeleton } from '@/components/ui/skeleton'
import { useShortcut } from '@/components/ui/use-shortcut'
import { notificationDetailOptions } from '@/lib/queries/notifications'
import { DetailBody, DetailHeading } from './detail'

export interface DetailPanelProps {
  shop: string
  id: string
  onClose: () => void
  /** Absent at the ends of the page shown. */
  onNewer?: () => void
  onOlder?: () => void
}

/** One notification beside the list (over it on a small screen). Escape closes it; the list stays usable. */
export default function DetailPanel({ shop, id, onClose, onNewer, onOlder }: DetailPanelProps) {
  const t = useTranslations('notifications')
  const query = useQuery(notificationDetailOptions(shop, id))
  const panel = useRef<HTMLElement>(null)
  useShortcut({ key: 'escape' }, onClose)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [id])

  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label={t('detail')}
      className="flex flex-col border-l bg-surface shadow-pop outline-none max-lg:fixed max-lg:inset-y-0 max-lg:right-0 max-lg:z-40 max-lg:w-full max-lg:max-w-[480px] lg:sticky lg:top-0 lg:-mt-5.5 lg:-mr-6 lg:-mb-10 lg:h-[calc(100dvh-83px)]"
    >
      <div className="flex min-h-14 items-center gap-2 border-b py-2 pr-3 pl-5">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
          {query.data && <DetailHeading notification={query.data} />}
        </div>
        <PanelButton label={t('previous')} icon={<ChevronUp aria-hidden size={17} />} onPress={onNewer} />
        <PanelButton label={t('next')} icon={<ChevronDown aria-hidden size={17} />} onPress={onOlder} />
        <PanelButton label={t('close')} icon={<X aria-hidden size={17} />} onPress={onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {query.data ? (
          <DetailBody shop={shop} notification={query.data} />
        ) : query.isError ? (
          <QueryError query={query} title={t('failedTitle')} />
        ) : (
          <Loading label={t('loadingDetail')} />
        )}
      </div>
    </aside>
  )
}

function PanelButton({ label, icon, onPress }: { label: string; icon: ReactNode; onPress?: () => void }) {
  return <IconButton label={label} icon={icon} isDisabled={!onPress} onPress={onPress} />
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
