'use client'
import type { ReactNode } from 'react'
import {
  Tab,
  TabList,
  TabPanel,
  Tabs as AriaTabs,
  type TabsProps as AriaTabsProps,
} from 'react-aria-components/Tabs'
import { cx } from './cx'

interface TabItem {
  id: string
  label: ReactNode
  content: ReactNode
}

interface TabsProps extends Omit<AriaTabsProps, 'className' | 'children' | 'orientation'> {
  items: readonly TabItem[]
  /** The accessible name of the tab list. */
  'aria-label': string
  /** The panel's heading, on the same line before the tabs. */
  title?: ReactNode
  className?: string
}

export function Tabs({ items, title, className, 'aria-label': label, ...props }: TabsProps) {
  return (
    <AriaTabs {...props} className={className}>
      <div className="mb-2.5 flex flex-wrap items-center gap-2">
        {title}
        <TabList aria-label={label} className={cx('flex gap-0.5', !!title && 'ms-auto')}>
          {items.map((item) => (
            <Tab
              key={item.id}
              id={item.id}
              className={cx(
                'flex min-h-6 cursor-default items-center rounded-full border border-transparent px-2 text-sm text-muted',
                'outline-offset-1 outline-accent data-focus-visible:outline-2 data-hovered:text-text',
                'data-selected:border-border-strong data-selected:bg-sunken data-selected:font-medium data-selected:text-text',
              )}
            >
              {item.label}
            </Tab>
          ))}
        </TabList>
      </div>
      {items.map((item) => (
        <TabPanel key={item.id} id={item.id} className="rounded-md">
          {item.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
