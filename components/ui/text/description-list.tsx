import type { ReactNode } from 'react'
import { cx } from '../cx'
import { visibleName } from './visible-text'

export interface Description {
  term: string
  value: ReactNode
  className?: string
}

interface DescriptionListProps {
  items: Description[]
  /** Classes of the list, such as the width of the terms' column. */
  className?: string
}

export function DescriptionList({ items, className }: DescriptionListProps) {
  return (
    <dl className={cx('grid grid-cols-[minmax(96px,130px)_1fr] gap-x-3 gap-y-[7px] text-md/5', className)}>
      {items.map((item) => (
        <div key={item.term} className={cx('contents', item.className)}>
          <dt className="text-muted">{item.term}</dt>
          <dd className="min-w-0 wrap-anywhere">
            {typeof item.value === 'string' ? <bdi>{visibleName(item.value)}</bdi> : item.value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
