'use client'
import { dynamic } from '@/components/ui/dynamic'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { closeDrafts, openDrafts, sweepDrafts } from '@/components/form/drafts/draft-store'
import { isAnythingHeld, letGo } from '@/components/form/drafts/leave-guards'
import { forgetViewsOfOthers } from '@/components/list/saved-views'
import { offerSignIn, requestAs } from '@/lib/core/api/http'
import { listenToSession } from './session-channel'
import type { AskReason } from './sign-in-again'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const SignInAgain = dynamic(lazyWithMessages(() => import('./sign-in-again')))

const hourMs = 3600_000

interface SessionProps {
  userId: string
  email: string
  children: ReactNode
}

/** Wraps the pages of a signed-in person: offers sign-in when the session ends, and removes old drafts. */
export function Session({ userId, email, children }: SessionProps) {
  const { asking, signedIn, putOff, sessionOver } = useSignInAgain(email)
  // Before the effects of the page, which send its first requests.
  useLayoutEffect(() => requestAs(userId), [userId])
  useEffect(() => {
    const sweep = () => sweepDrafts(new Date())
    sweep()
    const timer = setInterval(sweep, hourMs)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => forgetViewsOfOthers(userId), [userId])
  useEffect(() => {
    // Back may show the page as it was left, without asking the server. Meanwhile the person may have signed out.
    const reload = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      document.documentElement.hidden = true
      window.location.reload()
    }
    window.addEventListener('pageshow', reload)
    return () => window.removeEventListener('pageshow', reload)
  }, [])
  useEffect(() => {
    // Browsers have no service workers over plain HTTP from another host, and may refuse one. They then show their own
    // page when the server cannot be reached.
    const register = () => navigator.serviceWorker.register('/service-worker.js', { scope: '/shops/' })
    if ('serviceWorker' in navigator) void register().catch(() => undefined)
  }, [])
  return (
    <>
      {children}
      {asking && (
        <SignInAgain
          email={email}
          reason={asking}
          onSignedIn={signedIn}
          onPutOff={putOff}
          onSessionOver={sessionOver}
        />
      )}
    </>
  )
}

type Waiting = (isSignedIn: boolean) => void

/**
 * Makes requests that need a sign-in wait until the person has signed in again, in this tab or another. After the dialog
 * is closed, the person's next action opens it again, but neither a background refresh nor an action from before does.
 */
function useSignInAgain(email: string) {
  const waiting = useRef<Waiting[]>([])
  const putOffAt = useRef<number | null>(null)
  const [asking, setAsking] = useState<AskReason | null>(null)

  const [end] = useState(() => (isSignedIn: boolean) => {
    putOffAt.current = isSignedIn ? null : performance.now()
    setAsking(null)
    if (isSignedIn) openDrafts()
    for (const go of waiting.current.splice(0)) go(isSignedIn)
  })

  useEffect(
    () =>
      offerSignIn(({ orderedAt, reason }) => {
        if (putOffAt.current !== null && (orderedAt ?? 0) < putOffAt.current) return Promise.resolve(false)
        // Signing in again is also a proof, so the dialog keeps asking for that.
        setAsking((before) => (before === null || before === 'proof_needed' ? reason : before))
        return new Promise((resolve) => waiting.current.push(resolve))
      }),
    [],
  )
  useEffect(
    () =>
      listenToSession((message) => {
        if (message.kind === 'signed-in' && message.email === email) return end(true)
        // Another person is signed in now, or no one, so this page's data is not for them.
        if (message.kind === 'signed-out') closeDrafts()
        sessionStorage.clear() // Each tab has its own.
        // The person may be looking at another tab, and browsers of phones leave without a question.
        if (isAnythingHeld()) setAsking('signed_out')
        else window.location.assign(message.kind === 'signed-out' ? '/sign-in' : '/')
      }),
    [email, end],
  )
  return {
    asking,
    signedIn: () => end(true),
    putOff: () => {
      if (asking !== 'signed_out') return end(false)
      letGo()
      window.location.assign('/')
    },
    sessionOver: () => setAsking('session_over'),
  }
}
