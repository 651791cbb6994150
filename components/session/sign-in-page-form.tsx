'use client'
import { SignInForm } from './sign-in-form'

interface SignInPageFormProps {
  target: string
  /** Whether a link for a new password can be mailed. */
  mayReset: boolean
}

export function SignInPageForm({ target, mayReset }: SignInPageFormProps) {
  return <SignInForm mayReset={mayReset} onSignedIn={() => window.location.replace(target)} />
}
