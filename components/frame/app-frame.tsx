'use client'
import { Archive, FlaskConical, Menu, Search, TestTubeDiagonal } from 'lucide-react'
import { dynamic } from '@/components/ui/dynamic'
import { type ReactNode, useState, useEffect, useOptimistic } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from '@/components/ui/link'
import { IconButton } from '@/components/ui/icon-button'
import { Kbd } from '@/components/ui/text/kbd'
import { useModKey, useShortcut } from '@/components/ui/press/use-shortcut'
import { ToastRegion } from '@/components/ui/overlays/toast-region'
import { onNavigation } from '@/lib/core/navigation'
import { Health } from './health'
import { Sidebar, type SidebarProps } from './navigation/sidebar'
import { useTypedAhead } from './palette/typed-ahead'
import type { FrameHealth, PaletteEntry, PaletteSearch } from './types'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

// Buttons preload these on hover or focus.
const loadPalette = lazyWithMessages(() => import('./palette/palette'))
const loadSheet = lazyWithMessages(() => import('./navigation/nav-sheet'))
const Palette = dynamic(loadPalette)
const ShortcutsDialog = dynamic(lazyWithMessages(() => import('./shortcuts-dialog')))
const NavSheet = dynamic(loadSheet)

interface AppFrameProps extends SidebarProps {
  /** Null for a gateway that is not called. */
  health: FrameHealth | null
  create?: readonly PaletteEntry[]
  search?: PaletteSearch
  children: ReactNode
}

type Open = 'palette' | 'shortcuts' | 'nav' | null

/** The frame of every shop page. Dialogs are loaded on intent. */
export function AppFrame({ health, create = [], search, children, ...side }: AppFrameProps) {
  const t = useTranslations()
  const [open, setOpen] = useState<Open>(null)
  const close = (isOpen: boolean) => !isOpen && setOpen(null)
  const typedAhead = useTypedAhead()
  function openPalette() {
    if (open === 'palette') return
    typedAhead.hold(() => setOpen(null))
    setOpen('palette')
  }
  useShortcut({ key: 'k', hasMod: true }, openPalette)
  useShortcut({ key: '?' }, () => setOpen('shortcuts'))
  useTruncatedText()
  useHiddenTimes()

  return (
    <div className="min-h-dvh md:grid md:grid-cols-[232px_minmax(0,1fr)] print:block">
      <a
        href="#content"
        className="sr-only z-60 rounded-sm bg-accent px-3 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:start-2"
      >
        {t('frame.skip')}
      </a>
      <NavigationBar label={t('frame.loading')} />
      <aside
        aria-label={t('common.appName')}
        className="sticky top-0 h-dvh border-e max-md:hidden print:hidden"
      >
        <Sidebar {...side} />
      </aside>
      <div className="flex min-w-0 flex-col">
        <div className="print:hidden">
          {side.shop.isArchived && <ArchivedRibbon />}
          {side.shop.mode === 'sandbox' && <SandboxRibbon mayAddShops={side.account.mayAddShops} />}
          {side.shop.mode === 'test' && <TestRibbon />}
        </div>
        {/* The phone's top bar and the page share this box: PageHeader positions its heading and main action
           into the bar. The space for that action is reserved on this box and not with `:has()` in the bar:
           browsers would restyle the contents of the bar's element whenever anything is inserted. */}
        <div className="relative flex min-w-0 flex-1 flex-col [--bar-end:0px] has-[[data-page-primary]]:[--bar-end:2.5rem]">
          <TopBar health={health} onSearch={openPalette} onMenu={() => setOpen('nav')} />
          <main
            id="content"
            tabIndex={-1}
            className="w-full max-w-[1240px] flex-1 px-6 pt-5.5 pb-10 max-md:px-3 max-md:pt-2.5 print:max-w-none print:p-0"
          >
            {children}
          </main>
        </div>
      </div>
      {open === 'palette' && (
        <Palette
          shops={side.shops.filter(({ id }) => id !== side.shop.id)}
          userId={side.account.userId}
          sections={side.sections}
          create={create}
          search={search}
          takeTyped={typedAhead.take}
          onOpenChange={close}
        />
      )}
      {open === 'shortcuts' && <ShortcutsDialog onClose={() => setOpen(null)} />}
      {open === 'nav' && <NavSheet {...side} health={health} onOpenChange={close} />}
      <ToastRegion label={t('frame.notifications')} closeLabel={t('common.close')} />
    </div>
  )
}

/** Marks a shop of the sandbox, and leads those who may add shops to connecting their own provider. */
function SandboxRibbon({ mayAddShops }: { mayAddShops: boolean }) {
  const t = useTranslations('frame.ribbon')
  return (
    <section
      aria-label={t('sandboxShort')}
      className="flex items-center gap-2 border-b border-sandbox/40 bg-sandbox-weak px-6 py-[5px] text-sm/5 text-warn max-md:px-3.5"
    >
      <FlaskConical aria-hidden size={14} className="shrink-0" />
      <span className="max-md:hidden">{t('sandbox')}</span>
      <span className="md:hidden">{t('sandboxShort')}</span>
      {mayAddShops && (
        <Link
          href="/shops/new"
          className="-my-0.5 inline-flex min-h-6 items-center underline underline-offset-2"
        >
          {t('connect')}
        </Link>
      )}
    </section>
  )
}

function ArchivedRibbon() {
  const t = useTranslations('frame.ribbon')
  return (
    <section
      aria-label={t('archivedShort')}
      className="flex items-center gap-2 border-b bg-sunken px-6 py-[5px] text-sm/5 text-muted max-md:px-3.5"
    >
      <Archive aria-hidden size={14} className="shrink-0" />
      {t('archived')}
    </section>
  )
}

/** Marks a provider's test shop, with another colour, icon and text than the sandbox. A live shop has no ribbon. */
function TestRibbon() {
  const t = useTranslations('frame.ribbon')
  return (
    <section
      aria-label={t('testShort')}
      className="flex items-center gap-2 border-b border-info/40 bg-info-weak px-6 py-[5px] text-sm/5 text-info max-md:px-3.5"
    >
      <TestTubeDiagonal aria-hidden size={14} className="shrink-0" />
      <span className="max-md:hidden">{t('test')}</span>
      <span className="md:hidden">{t('testShort')}</span>
    </section>
  )
}

/**
 * Shows a progress bar during slow navigations. Pages have no loading file, because React shows the content of a
 * Suspense boundary at least 0.3 s after the frame, even if it is ready.
 */
function NavigationBar({ label }: { label: string }) {
  // Set within the navigation's transition, so it resets itself when the transition ends or fails.
  const [isNavigating, setOnItsWay] = useOptimistic(false)
  useEffect(() => onNavigation(() => setOnItsWay(true)), [setOnItsWay])
  if (!isNavigating) return null
  return (
    <div
      role="progressbar"
      aria-label={label}
      className="fixed inset-x-0 top-0 z-60 h-0.5 origin-left scale-x-90 rtl:origin-right animate-creep bg-accent"
    />
  )
}

/**
 * Makes truncated text readable everywhere: on hover as a tooltip, and on phones by a tap that expands it and another
 * that collapses it. Taps on controls keep their meaning.
 */
function useTruncatedText() {
  useEffect(() => {
    const hinted = new WeakSet<HTMLElement>()
    const onPointerOver = ({ target }: PointerEvent) => {
      const cut = closestTruncated(target)
      if (!cut || (cut.title && !hinted.has(cut))) return
      hinted.add(cut)
      cut.title = cut.innerText.trim()
    }
    const onClick = ({ target, defaultPrevented }: MouseEvent) => {
      if (defaultPrevented || !(target instanceof Element) || target.closest(controls)) return
      const whole = target.closest('[data-whole]')
      if (whole) return whole.removeAttribute('data-whole')
      closestTruncated(target)?.setAttribute('data-whole', '')
    }
    document.addEventListener('pointerover', onPointerOver)
    document.addEventListener('click', onClick)
    return () => {
      document.removeEventListener('pointerover', onPointerOver)
      document.removeEventListener('click', onClick)
    }
  }, [])
}

const controls =
  'a, button, input, label, select, textarea, summary, [role=button], [role=option], [role^=menuitem], tr'

/** Returns the nearest truncated element: the target or one of its two closest ancestors. */
function closestTruncated(target: EventTarget | null): HTMLElement | null {
  let element = target instanceof HTMLElement ? target : null
  for (let up = 0; element && up < 3; up++, element = element.parentElement)
    if (isCut(element)) return element
  return null
}

function isCut(element: HTMLElement): boolean {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
  if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) return false
  const { textOverflow, webkitLineClamp } = getComputedStyle(element)
  return textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
}

interface TopBarProps {
  health: FrameHealth | null
  onSearch: () => void
  onMenu: () => void
}

/** On phones: the menu, the page's heading (positioned by PageHeader) and the search. */
function TopBar({ health, onSearch, onMenu }: TopBarProps) {
  const t = useTranslations('frame')
  const mod = useModKey()
  return (
    <header className="flex min-h-[52px] items-center gap-3 border-b bg-surface px-6 py-2 max-md:min-h-12 max-md:px-2 max-md:py-1.5 print:hidden">
      <IconButton
        className="md:hidden"
        label={t('openMenu')}
        hasTooltip={false}
        icon={<Menu aria-hidden size={19} />}
        onHoverStart={() => void loadSheet()}
        onPress={onMenu}
      />
      <button
        type="button"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={onSearch}
        onPointerEnter={() => void loadPalette()}
        onFocus={() => void loadPalette()}
        className="flex min-h-8 w-full max-w-[460px] items-center gap-2 rounded-sm border bg-sunken px-2.5 text-md text-faint transition-colors hover:border-border-strong max-md:hidden"
      >
        <Search aria-hidden size={15} className="shrink-0" />
        <span className="truncate">{t('findPlaceholder')}</span>
        <Kbd className="ms-auto">{mod}K</Kbd>
      </button>
      <IconButton
        className="me-(--bar-end) ms-auto md:hidden"
        label={t('search')}
        hasTooltip={false}
        icon={<Search aria-hidden size={18} />}
        onHoverStart={() => void loadPalette()}
        onPress={onSearch}
      />
      <Health health={health} className="ms-auto max-md:hidden" />
    </header>
  )
}

/** Lets Escape hide the exact times that utilities.css shows in the row with the focus, until the focus moves. */
function useHiddenTimes(): void {
  useEffect(() => {
    const { dataset } = document.documentElement
    const hide = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') dataset.timesHidden = ''
    }
    const show = () => delete dataset.timesHidden
    document.addEventListener('keydown', hide)
    document.addEventListener('focusin', show)
    return () => {
      show()
      document.removeEventListener('keydown', hide)
      document.removeEventListener('focusin', show)
    }
  }, [])
}
