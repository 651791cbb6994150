'use client'
import { Ellipsis } from 'lucide-react'
import { buttonClass } from '../button-class'
import { cx } from '../cx'
import { LazyMenu, type LazyMenuProps } from './lazy-menu'

type MoreMenuProps<Props extends object> = Omit<LazyMenuProps<Props>, 'className' | 'children'> & {
  className?: string
  'aria-label': string
}

/** A menu behind a quiet “…”. */
export function MoreMenu<Props extends object>({ className, ...props }: MoreMenuProps<Props>) {
  return (
    <LazyMenu {...props} className={buttonClass('ghost', 'sm', cx('max-md:size-8 max-md:p-0', className))}>
      <Ellipsis aria-hidden size={16} />
    </LazyMenu>
  )
}
