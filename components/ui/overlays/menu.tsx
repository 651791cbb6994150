'use client'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  Header,
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
  type MenuItemProps as AriaMenuItemProps,
  type MenuProps as AriaMenuProps,
  type MenuSectionProps as AriaMenuSectionProps,
} from 'react-aria-components/Menu'
import type { PopoverProps } from 'react-aria-components/Popover'
import { cx } from '../cx'
import type { OpenedMenuProps } from './lazy-menu'
import { itemClass, listClass, focusAtOnce, Popover, useOpenedAtFirst } from './popover'

interface MenuProps extends Omit<AriaMenuProps<object>, 'className'> {
  /** From <LazyMenu>: the menu starts open. */
  opened: OpenedMenuProps['opened']
  placement?: PopoverProps['placement']
  className?: string
}

export function Menu({ opened, placement = 'bottom end', className, ...props }: MenuProps) {
  const open = useOpenedAtFirst()
  return (
    <MenuTrigger {...open}>
      <Button ref={focusAtOnce} {...opened} />
      <Popover placement={placement} className={cx('min-w-44', className)}>
        <AriaMenu {...props} className={listClass} />
      </Popover>
    </MenuTrigger>
  )
}

interface MenuItemProps extends Omit<AriaMenuItemProps, 'className' | 'children'> {
  icon?: ReactNode
  /** Content at the end of the line: a shortcut, a tick, a count. */
  end?: ReactNode
  isDanger?: boolean
  children: ReactNode
}

export function MenuItem({ icon, end, isDanger, children, ...props }: MenuItemProps) {
  const textValue = props.textValue ?? (typeof children === 'string' ? children : undefined)
  return (
    <AriaMenuItem {...props} textValue={textValue} className={cx(itemClass, isDanger && 'text-danger')}>
      {icon && <span className="text-muted">{icon}</span>}
      <span className="min-w-0 flex-1">{children}</span>
      {end && <span className="ms-4 shrink-0">{end}</span>}
    </AriaMenuItem>
  )
}

interface MenuSectionProps extends Pick<
  AriaMenuSectionProps<object>,
  'selectionMode' | 'selectedKeys' | 'onSelectionChange' | 'disallowEmptySelection'
> {
  title?: string
  'aria-label'?: string
  children: ReactNode
}

export function MenuSection({ title, children, ...props }: MenuSectionProps) {
  return (
    <AriaMenuSection {...props} className="not-first:mt-1 not-first:border-t not-first:pt-1">
      {title && <Header className="px-2 py-1 text-xs text-muted">{title}</Header>}
      {children}
    </AriaMenuSection>
  )
}
