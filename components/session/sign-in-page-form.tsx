'use client'
import { SignInForm } from './sign-in-form'

export function SignInPageForm({ target, email }: { target: string; email?: string }) {
  return <SignInForm email={email} onSignedIn={() => window.location.assign(target)} />
}
