'use client'
import dynamic from 'next/dynamic'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { sweepDrafts, closeDrafts } from '@/components/form/draft-store'
import { offerSignIn } from '@/lib/core/http'
import { listenToSession } from './session-channel'

const SignInAgain = dynamic(() => import('./sign-in-again'))

const hourMs = 3600_000

/** Wraps the pages of a signed-in person: offers sign-in when the session ends, and removes old drafts. */
export function Session({ email, children }: { email: string; children: ReactNode }) {
  const { isAsking, signedIn, putOff } = useSignInAgain(email)
  useEffect(() => {
    const sweep = () => sweepDrafts(new Date())
    sweep()
    const timer = setInterval(sweep, hourMs)
    return () => clearInterval(timer)
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
      {isAsking && <SignInAgain email={email} onSignedIn={signedIn} onPutOff={putOff} />}
    </>
  )
}

type Waiting = (isSignedIn: boolean) => void

/**
 * Makes requests without a session wait until the person has signed in again, in this tab or another. After the dialog
 * is closed, the person's next action opens it again, but a background refresh does not.
 */
function useSignInAgain(email: string) {
  const waiting = useRef<Waiting[]>([])
  const isPutOff = useRef(false)
  const [isAsking, setIsAsking] = useState(false)

  const [end] = useState(() => (isSignedIn: boolean) => {
    isPutOff.current = !isSignedIn
    setIsAsking(false)
    for (const go of waiting.current.splice(0)) go(isSignedIn)
  })

  useEffect(
    () =>
      offerSignIn(({ isOrdered }) => {
        if (isPutOff.current && !isOrdered) return Promise.resolve(false)
        setIsAsking(true)
        return new Promise((resolve) => waiting.current.push(resolve))
      }),
    [],
  )
  useEffect(
    () =>
      listenToSession((message) => {
        if (message.kind === 'signed-in' && message.email === email) return end(true)
        // Another person is signed in now, or no one: this page's data is not theirs.
        if (message.kind === 'signed-out') closeDrafts()
        window.location.assign(message.kind === 'signed-out' ? '/sign-in' : '/')
      }),
    [email, end],
  )
  return { isAsking, signedIn: () => end(true), putOff: () => end(false) }
}
