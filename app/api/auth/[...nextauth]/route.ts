import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { authOptions } from '@/lib/server/auth/options'

// next-auth's own types say `any`.
const handler = (request: NextRequest, context: RouteContext<'/api/auth/[...nextauth]'>) =>
  NextAuth(request, context, authOptions()) as Promise<Response>

export { handler as GET, handler as POST }
