'use client'
import dynamic from 'next/dynamic'
import { type ReactNode, useEffect } from 'react'
import { sweepDrafts } from '../form/draft-store'
import { useSignInAgain } from './use-sign-in-again'

const SignInAgain = dynamic(() => import('./sign-in-again'))

const hourMs = 3600_000

/** Surrounds the pages of a signed-in person: offers sign-in when the session has ended, and removes old drafts. */
export function Session({ email, children }: { email: string; children: ReactNode }) {
  const { isAsking, signedIn, putOff } = useSignInAgain(email)
  useEffect(() => {
    const sweep = () => sweepDrafts(new Date())
    sweep()
    const timer = setInterval(sweep, hourMs)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    // Browsers offer no service workers over plain HTTP from another host, and may refuse one. They then show their own
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
