import type { ReactNode } from 'react'
import { AccountFrame } from './account-frame'

interface PersonFrameProps {
  person: { userId: string; email: string; timeZone?: string | null }
  /** For tables. */
  isWide?: boolean
  children: ReactNode
}

/** The {@link AccountFrame} of a signed-in person. The browser gets nothing else that the server knows about them. */
export function PersonFrame({ person: { userId, email, timeZone = null }, ...props }: PersonFrameProps) {
  return <AccountFrame userId={userId} email={email} timeZone={timeZone} {...props} />
}
