'use client'
import type { Route } from 'next'
import { dynamic } from '@/components/ui/dynamic'
import { useRouter } from 'next/navigation'
import { useContext, useEffect, useEffectEvent, useState } from 'react'
import { DialogGuards, type Guard, guardLeaving, isAsking, letGo } from './leave-guards'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const LeaveDialog = dynamic(lazyWithMessages(() => import('./leave-dialog')))

interface UnsavedGuardProps {
  isDirty: boolean
  /** Whether there is input that does not count as a change yet, such as half a date. */
  isHalfFilled?: () => boolean
  /** Whether the input is being sent: a dialog then closes without a question. */
  isSending?: boolean
  /** Whether it is a file that is being sent. */
  isUploading?: boolean
}

interface Pending {
  go: () => void
  isClosing: boolean
}

/**
 * Asks before unsaved input is lost: by a link, Back, closing the tab or the {@link GuardedClose} around, or code that
 * calls `leave`.
 */
export function UnsavedGuard({
  isDirty,
  isHalfFilled = never,
  isSending = false,
  isUploading = false,
}: UnsavedGuardProps) {
  const router = useRouter()
  const ofDialog = useContext(DialogGuards)
  const [pending, setPending] = useState<Pending | null>(null)
  const holds = useEffectEvent(() => isDirty || isHalfFilled())
  const holdsDialog = useEffectEvent(() => !isSending && holds())

  useEffect(() => {
    const hold = (go: () => void) => setPending({ go, isClosing: false })
    const guard: Guard = { holds: () => holds(), ask: hold }
    const close = (go: () => void) => setPending({ go, isClosing: true })
    const stop = [
      guardLeaving(guard),
      ofDialog ? guardLeaving({ holds: () => holdsDialog(), ask: close }, ofDialog) : never,
      onClosing(guard),
      onLinks(guard, (href) => hold(() => router.push(href))),
      onHistory(guard),
    ]
    return () => stop.forEach((end) => end())
    // Guards later changes again if a person agreed to lose the input and then stayed.
  }, [isDirty, ofDialog, router])

  if (!pending) return null
  return (
    <LeaveDialog
      isClosing={pending.isClosing}
      isUploading={isUploading}
      onStay={() => setPending(null)}
      onLeave={() => {
        if (!pending.isClosing) letGo()
        setPending(null)
        pending.go()
      }}
    />
  )
}

const never = () => false

function onClosing(guard: Guard): () => void {
  const listener = (event: BeforeUnloadEvent) => {
    if (isAsking(guard)) event.preventDefault()
  }
  window.addEventListener('beforeunload', listener)
  return () => window.removeEventListener('beforeunload', listener)
}

function onLinks(guard: Guard, hold: (href: Route) => void): () => void {
  const listener = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.hasAttribute('download'))
      return
    // beforeunload covers other sites; an anchor on this page loses nothing.
    if (link.origin !== location.origin || (link.pathname === location.pathname && link.hash)) return
    if (!isAsking(guard)) return
    event.preventDefault()
    event.stopPropagation()
    hold(`${link.pathname}${link.search}${link.hash}` as Route)
  }
  // In the capture phase, before the link's own handler.
  document.addEventListener('click', listener, true)
  return () => document.removeEventListener('click', listener, true)
}

/** Holds Back and Forward, where the browser has the Navigation API. */
function onHistory(guard: Guard): () => void {
  if (!('navigation' in window)) return () => {}
  const { navigation } = window
  const listener = (event: NavigateEvent) => {
    if (event.navigationType !== 'traverse' || !event.cancelable || !isAsking(guard)) return
    event.preventDefault()
    const { key } = event.destination
    guard.ask(() => {
      navigation.traverseTo(key)
    })
  }
  navigation.addEventListener('navigate', listener)
  return () => navigation.removeEventListener('navigate', listener)
}
