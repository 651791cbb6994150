'use client'
import { CircleCheck, CircleX, Info, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../button'
import { IconButton } from '../icon-button'
import { CopyButton } from '../text/copy-button'
import { Kbd } from '../text/kbd'
import { dismissToast, runAction, toastStore, type Toast } from './toast-store'
import { useShortcut } from '../press/use-shortcut'
import { useReturnFocus } from './use-return-focus'
import { visibleName } from '../text/visible-text'

const icons: Record<Toast['tone'], React.ReactNode> = {
  ok: <CircleCheck aria-hidden size={17} className="shrink-0 text-accent" />,
  bad: <CircleX aria-hidden size={17} className="shrink-0 text-danger" />,
  info: <Info aria-hidden size={17} className="shrink-0 text-info" />,
}

/** Runs the newest toast's action. Also works with ⌘ or Ctrl, the usual undo shortcut. */
const actionKey = 'z'

interface ToastRegionProps {
  /** The accessible name of the region. */
  label: string
  closeLabel: string
}

/**
 * The only place toasts appear, in the frame. A polite live region that is always in the document, because screen
 * readers skip a region that arrives with its text. It is the last thing on the page and toasts are short-lived, so Z
 * runs the newest action from anywhere, and F6 moves focus in and back.
 */
export function ToastRegion({ label, closeLabel }: ToastRegionProps) {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get, toastStore.getOnServer)
  const t = useTranslations('common')
  const hold = useLifetimes(toasts)
  const { root, rootProps, hasFocus, leave } = useReturnFocus<HTMLElement>()
  const offer = toasts.findLast(({ action }) => action)
  const end = (entry: Toast, how: (entry: Toast) => void) => {
    leave()
    how(entry)
  }
  const takeOffer = () => offer && end(offer, runAction)
  useShortcut({ key: 'f6', isDisabled: toasts.length === 0 }, () => {
    if (hasFocus()) leave()
    else root.current?.querySelector<HTMLElement>('li:last-child button')?.focus()
  })
  useShortcut({ key: actionKey, isDisabled: !offer }, takeOffer)
  useShortcut({ key: actionKey, hasMod: true, isOutsideText: true, isDisabled: !offer }, takeOffer)
  return (
    <section
      {...rootProps}
      aria-label={label}
      aria-keyshortcuts="F6"
      className="pointer-events-none fixed end-4 bottom-4 z-60 max-md:start-4 print:hidden"
    >
      <ol aria-live="polite" aria-relevant="additions text" className="flex flex-col items-end gap-2">
        {toasts.map((entry) => (
          <li
            key={entry.id}
            {...hold(entry.id)}
            className="pointer-events-auto flex max-w-sm animate-pop items-center gap-2.5 rounded-md border border-border-strong bg-surface py-1.5 pe-1.5 ps-3 text-md shadow-pop"
          >
            {icons[entry.tone]}
            <span dir="auto" className="min-w-0 flex-1 py-1 wrap-anywhere">
              {visibleName(entry.text)}
            </span>
            {entry.reference !== undefined && (
              <CopyButton isIcon text={entry.reference} label={t('copyReference')} />
            )}
            {entry.action && (
              <Button
                size="sm"
                aria-keyshortcuts={entry === offer ? 'Z Control+Z Meta+Z' : undefined}
                kbd={entry === offer && <Kbd className="max-md:hidden">{actionKey.toUpperCase()}</Kbd>}
                onPress={() => end(entry, runAction)}
              >
                {entry.action.label}
              </Button>
            )}
            <IconButton
              size="sm"
              hasTooltip={false}
              label={closeLabel}
              icon={<X aria-hidden size={15} />}
              onPress={() => end(entry, ({ id }) => dismissToast(id))}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

/**
 * Dismisses toasts when their time is over. While one is hovered or focused all stay, because removing one moves the
 * others; afterwards each gets its full time again.
 */
function useLifetimes(toasts: readonly Toast[]) {
  const [pointedAt, pointAt] = useState(0)
  const [focused, focus] = useState(0)
  // A removed toast fires no pointer-leave event, so only existing toasts count.
  const isHeld = toasts.some(({ id }) => id === pointedAt || id === focused)
  const since = useRef(new Map<number, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const timers = since.current
    const wanted = isHeld ? [] : toasts.filter(({ lifetimeMs }) => Number.isFinite(lifetimeMs))
    for (const [id, timer] of timers)
      if (!wanted.some((entry) => entry.id === id)) {
        clearTimeout(timer)
        timers.delete(id)
      }
    for (const { id, lifetimeMs } of wanted)
      if (!timers.has(id)) timers.set(id, setTimeout(dismissToast, lifetimeMs, id))
  }, [toasts, isHeld])
  return (id: number) => ({
    onPointerEnter: () => pointAt(id),
    onPointerLeave: () => pointAt(0),
    onFocus: () => focus(id),
    onBlur: () => focus(0),
  })
}
