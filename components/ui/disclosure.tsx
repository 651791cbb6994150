'use client'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  Disclosure as AriaDisclosure,
  DisclosurePanel,
  type DisclosureProps as AriaDisclosureProps,
} from 'react-aria-components/Disclosure'
import { Heading } from 'react-aria-components/Heading'
import { cx } from './cx'

interface DisclosureProps extends Omit<AriaDisclosureProps, 'className' | 'children'> {
  title: ReactNode
  sub?: ReactNode
  badge?: ReactNode
  className?: string
  children: ReactNode
}

/** A section of a long form that opens on demand. Its fields stay mounted while closed, so they keep their values. */
export function Disclosure({ title, sub, badge, className, children, ...props }: DisclosureProps) {
  return (
    <AriaDisclosure {...props} className={cx('group border-b last:border-b-0', className)}>
      <Heading level={2}>
        <Button
          slot="trigger"
          className={cx(
            'flex w-full items-center gap-2.5 px-5 py-3 text-start outline-offset-[-2px] data-hovered:bg-sunken/60',
            'max-md:px-4',
          )}
        >
          <ChevronRight
            aria-hidden
            size={15}
            className="shrink-0 text-muted transition-transform group-data-expanded:rotate-90 rtl:-scale-x-100 rtl:group-data-expanded:-rotate-90"
          />
          <span className="text-base font-semibold">{title}</span>
          {sub && <span className="truncate text-md text-muted max-md:hidden">{sub}</span>}
          {badge && <span className="ms-auto flex shrink-0 ps-2">{badge}</span>}
        </Button>
      </Heading>
      <DisclosurePanel className="group-data-expanded:px-5 group-data-expanded:pt-1 group-data-expanded:pb-5 group-data-expanded:max-md:px-4">
        {children}
      </DisclosurePanel>
    </AriaDisclosure>
  )
}
