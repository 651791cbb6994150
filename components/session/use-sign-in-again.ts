'use client'
import { useEffect, useRef, useState } from 'react'
import { offerSignIn } from '@/lib/core/http'
import { closeDrafts } from '../form/draft-store'
import { listenToSession } from './session-channel'

type Waiting = (isSignedIn: boolean) => void

/**
 * Lets requests that find no session wait until the person has signed in again, here or in another tab. A person who
 * closes the dialog is asked again at their next action, and not when the page refreshes itself.
 */
export function useSignInAgain(email: string) {
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
        // Another person is signed in now, or no one is: this page's data is not theirs.
        if (message.kind === 'signed-out') closeDrafts()
        window.location.assign(message.kind === 'signed-out' ? '/sign-in' : '/')
      }),
    [email, end],
  )
  return { isAsking, signedIn: () => end(true), putOff: () => end(false) }
}
