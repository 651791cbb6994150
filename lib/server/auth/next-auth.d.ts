import 'next-auth'
import 'next-auth/jwt'

declare module 'next-auth' {
  interface User {
    id: string
    version: number
  }
  interface Session {
    user: { id: string; version: number }
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    version?: number
  }
}
