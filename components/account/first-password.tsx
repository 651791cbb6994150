'use client'
import { PasswordForm } from './password-form'

interface FirstPasswordProps {
  account: { name: string; email: string }
  /** Where to go afterwards. */
  target: string
}

export function FirstPassword({ account, target }: FirstPasswordProps) {
  return <PasswordForm account={account} onChanged={() => window.location.replace(target)} />
}
