'use client'
import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ToastRegion } from '../ui/toast-region'
import { useShortcut } from '../ui/use-shortcut'
import { NavigationBar } from './navigation-bar'
import { SandboxRibbon } from './sandbox-ribbon'
import { Sidebar, type SidebarProps } from './sidebar'
import { loadPalette, loadSheet } from './lazy'
import { TopBar } from './top-bar'
import type { FrameHealth, PaletteEntry, PaletteSearch } from './types'
import { useWholeText } from './use-whole-text'

const Palette = dynamic(loadPalette)
const ShortcutsDialog = dynamic(() => import('./shortcuts-dialog'))
const NavSheet = dynamic(loadSheet)

export interface AppFrameProps extends SidebarProps {
  health: FrameHealth
  /** What can be made here, for the palette. */
  create?: readonly PaletteEntry[]
  /** Finds products, checkouts and customers for the palette. */
  search?: PaletteSearch
  children: ReactNode
}

type Open = 'palette' | 'shortcuts' | 'nav' | null

/** What surrounds every page of a shop. Dialogs are loaded when they are first wanted. */
export function AppFrame({ health, create = [], search, children, ...side }: AppFrameProps) {
  const t = useTranslations()
  const [open, setOpen] = useState<Open>(null)
  const close = (isOpen: boolean) => !isOpen && setOpen(null)
  useShortcut({ key: 'k', mod: true }, () => setOpen('palette'))
  useShortcut({ key: '?' }, () => setOpen('shortcuts'))
  useWholeText()

  return (
    <div className="min-h-dvh md:grid md:grid-cols-[232px_minmax(0,1fr)] print:block">
      <a
        href="#content"
        className="sr-only z-60 rounded-sm bg-accent px-3 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('frame.skip')}
      </a>
      <NavigationBar label={t('frame.loading')} />
      <aside
        aria-label={t('common.appName')}
        className="sticky top-0 h-dvh border-r max-md:hidden print:hidden"
      >
        <Sidebar {...side} />
      </aside>
      <div className="flex min-w-0 flex-col">
        <div className="print:hidden">{side.shop.mode === 'sandbox' && <SandboxRibbon />}</div>
        {/*
          The phone's bar and the page share this box: PageHeader places its heading into the bar, and its main action,
          for which the bar leaves room. Room is said here rather than asked for in the bar: a rule for what is inside
          of an element that has something makes browsers style all of it again whenever anything is put into it.
        */}
        <div className="relative flex min-w-0 flex-1 flex-col [--bar-end:0px] has-[[data-page-primary]]:[--bar-end:2.5rem]">
          <TopBar health={health} onSearch={() => setOpen('palette')} onMenu={() => setOpen('nav')} />
          <main
            id="content"
            tabIndex={-1}
            className="w-full max-w-[1240px] flex-1 px-6 pt-5.5 pb-10 max-md:px-3 max-md:pt-2.5 print:max-w-none print:p-0"
          >
            {children}
          </main>
        </div>
      </div>
      {open === 'palette' && <Palette nav={side.nav} create={create} search={search} onOpenChange={close} />}
      {open === 'shortcuts' && <ShortcutsDialog onOpenChange={close} />}
      {open === 'nav' && <NavSheet {...side} health={health} onOpenChange={close} />}
      <ToastRegion label={t('frame.notifications')} closeLabel={t('common.close')} />
    </div>
  )
}
