'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../ui/icon-button'

interface TableFooterProps {
  /** The number of the first row shown. */
  from: number
  shown: number
  total: number
  isTotalExact: boolean
  /** Absent when there is no previous page. */
  onPrevious?: () => void
  onNext?: () => void
  /** Bulk actions, at the start of the line. They keep the footer visible. */
  children?: ReactNode
}

/** The total and the previous and next buttons. Paging is by keyset, so there are no page numbers. */
export function TableFooter(props: TableFooterProps) {
  const { from, shown, total, isTotalExact, onPrevious, onNext, children } = props
  const t = useTranslations('table')
  const values = { from, to: from + shown - 1, total }
  return (
    <div
      data-sticky={children ? '' : undefined}
      className="group/footer flex flex-wrap items-center gap-2.5 border-t bg-surface px-3 py-2 text-sm text-muted max-md:border-t-0 data-sticky:sticky data-sticky:bottom-0 data-sticky:z-10 data-sticky:order-last"
    >
      {children}
      <nav aria-label={t('page')} className="ms-auto flex items-center gap-2.5">
        {/* On a phone the bulk bar leaves no room for it. */}
        <span aria-live="polite" className="tabular-nums max-md:group-data-sticky/footer:sr-only">
          {shown > 0 && (isTotalExact ? t('range', values) : t('rangeAbout', values))}
        </span>
        <span className="flex gap-1">
          <IconButton
            look="box"
            size="sm"
            label={t('previous')}
            icon={<ChevronLeft aria-hidden size={15} className="rtl:-scale-x-100" />}
            isDisabled={!onPrevious}
            onPress={onPrevious}
          />
          <IconButton
            look="box"
            size="sm"
            label={t('next')}
            icon={<ChevronRight aria-hidden size={15} className="rtl:-scale-x-100" />}
            isDisabled={!onNext}
            onPress={onNext}
          />
        </span>
      </nav>
    </div>
  )
}
