'use client'
import type { Route } from 'next'
import { dynamic } from '@/components/ui/dynamic'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useFormState } from 'react-hook-form'
import { guardLeaving } from './leave-guard'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const LeaveDialog = dynamic(lazyWithMessages(() => import('./leave-dialog')))

/** Asks before unsaved input is lost: by a link, Back, closing the tab, or code that calls `leave`. */
export function UnsavedGuard() {
  // Also while sending: a refusal leaves what was typed. A form that saved calls `reset` and is no longer dirty.
  const { isDirty } = useFormState()
  const router = useRouter()
  const [pending, setPending] = useState<(() => void) | null>(null)
  // Set once a person agreed, so that the navigation that follows does not ask again.
  const isLeaving = useRef(false)

  useEffect(() => {
    if (!isDirty) return
    isLeaving.current = false
    const hold = (go: () => void) => setPending(() => go)
    const stop = [
      guardLeaving(hold),
      onClosing(isLeaving),
      onLinks(isLeaving, (href) => hold(() => router.push(href))),
      onHistory(isLeaving, hold),
    ]
    return () => stop.forEach((end) => end())
  }, [isDirty, router])

  if (!pending) return null
  return (
    <LeaveDialog
      onStay={() => setPending(null)}
      onLeave={() => {
        isLeaving.current = true
        setPending(null)
        pending()
      }}
    />
  )
}

type Flag = { readonly current: boolean }

function onClosing(isLeaving: Flag): () => void {
  const listener = (event: BeforeUnloadEvent) => {
    if (!isLeaving.current) event.preventDefault()
  }
  window.addEventListener('beforeunload', listener)
  return () => window.removeEventListener('beforeunload', listener)
}

function onLinks(isLeaving: Flag, hold: (href: Route) => void): () => void {
  const listener = (event: MouseEvent) => {
    if (isLeaving.current || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.hasAttribute('download'))
      return
    // beforeunload covers other sites; an anchor on this page loses nothing.
    if (link.origin !== location.origin || (link.pathname === location.pathname && link.hash)) return
    event.preventDefault()
    event.stopPropagation()
    hold(`${link.pathname}${link.search}${link.hash}` as Route)
  }
  // In the capture phase, before the link's own handler.
  document.addEventListener('click', listener, true)
  return () => document.removeEventListener('click', listener, true)
}

/** Holds Back and Forward, where the browser has the Navigation API. */
function onHistory(isLeaving: Flag, hold: (go: () => void) => void): () => void {
  if (!('navigation' in window)) return () => {}
  const { navigation } = window
  const listener = (event: NavigateEvent) => {
    if (isLeaving.current || event.navigationType !== 'traverse' || !event.cancelable) return
    event.preventDefault()
    const { key } = event.destination
    hold(() => {
      navigation.traverseTo(key)
    })
  }
  navigation.addEventListener('navigate', listener)
  return () => navigation.removeEventListener('navigate', listener)
}
