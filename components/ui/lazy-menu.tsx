'use client'
import { type ComponentType, type ReactNode, useState } from 'react'

export interface LazyMenuProps<Props extends object> {
  /** `() => import('./account-menu')`: a module whose default export draws the menu, opened. */
  load: () => Promise<{ default: ComponentType<Props & OpenedMenuProps> }>
  /** What the menu itself needs. */
  menu: Props
  /** The trigger: the same look before and after the menu's code has arrived. */
  className: string
  'aria-label'?: string
  children: ReactNode
}

/** What <LazyMenu> hands to the menu it loads; onto <Menu>. */
export interface OpenedMenuProps {
  opened: { className: string; 'aria-label'?: string; children: ReactNode }
}

/**
 * A menu whose code is loaded when its button is pointed at or focused, so that a page does not begin with all the
 * menus nobody has opened. Until then the button is a plain one; the first press replaces it by the real thing, open.
 */
export function LazyMenu<Props extends object>({ load, menu, children, ...look }: LazyMenuProps<Props>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props & OpenedMenuProps> | null>(null)
  if (Loaded) return <Loaded {...menu} opened={{ ...look, children }} />
  const preload = () => void load()
  return (
    <button
      type="button"
      {...look}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => void load().then((module) => setLoaded(() => module.default))}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        event.currentTarget.click()
      }}
    >
      {children}
    </button>
  )
}
