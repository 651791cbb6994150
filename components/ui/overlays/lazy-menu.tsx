'use client'
import { type ComponentType, type ReactNode, useState } from 'react'
import { Ellipsis } from 'lucide-react'
import { buttonClass } from '../button-class'
import { cx } from '../cx'
import { useLateOpening } from '../dynamic'

interface LazyMenuProps<Props extends object> {
  /** Loads the menu, made by `lazyWithMessages`. `default` renders it, opened. */
  load: () => Promise<{ default: ComponentType<Props & OpenedMenuProps> }>
  menu: Props
  /** Classes of the trigger, the same before and after the menu's code arrives. */
  className: string
  'aria-label'?: string
  children: ReactNode
}

/** What <LazyMenu> passes to the loaded menu, which passes it on to <Menu>. */
export interface OpenedMenuProps {
  opened: { className: string; 'aria-label'?: string; children: ReactNode }
}

/**
 * A menu whose code loads when its button is hovered or focused, so that a page does not load every menu at the start.
 * The first press replaces the plain button with the real menu, opened.
 */
export function LazyMenu<Props extends object>({ load, menu, children, ...look }: LazyMenuProps<Props>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props & OpenedMenuProps> | null>(null)
  const { near, open, notice } = useLateOpening(load, (module) => setLoaded(() => module.default))
  if (Loaded) return <Loaded {...menu} opened={{ ...look, children }} />
  return (
    <>
      <button
        type="button"
        {...look}
        aria-haspopup="menu"
        aria-expanded={false}
        onPointerEnter={near}
        onFocus={near}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          event.currentTarget.click()
        }}
      >
        {children}
      </button>
      {notice}
    </>
  )
}

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
