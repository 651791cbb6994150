import type { ReactNode } from 'react'
import { AccountFrame } from './account-frame'

interface PersonFrameProps {
  person: { userId: string; email: string; timeZone?: string | null }
  /** For tables. */
  isWide?: boolean
  children: ReactNode
}

/** The {@link AccountFrame} of who is signed in. The browser gets nothing else of what the server knows of them. */
export function PersonFrame({ person: { userId, email, timeZone = null }, ...props }: PersonFrameProps) {
  return <AccountFrame userId={userId} email={email} timeZone={timeZone} {...props} />
}
