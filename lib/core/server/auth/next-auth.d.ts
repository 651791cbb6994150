import 'next-auth'
import 'next-auth/jwt'

declare module 'next-auth' {
  interface User {
    id: string
    version: number
    /** ID and end of the session that this sign-in began. */
    session: string
    endsAt: number
  }
  interface Session {
    user: { id: string; version: number }
    /** One sign-in on one device. */
    id: string
    /** Milliseconds since 1970. */
    endsAt: number
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    version?: number
    session?: string
    endsAt?: number
  }
}
