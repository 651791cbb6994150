import { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { authOptions } from '@/lib/server/auth/options'
import { readBody } from '@/lib/server/body'
import { otherMethods } from '@/lib/server/other-methods'
import { answer, refuseForeignOrigin } from '@/lib/server/route'

type Context = RouteContext<'/api/auth/[...nextauth]'>

/** Largest form, in bytes: an address, a password and next-auth's own token. */
const maxBody = 16 * 1024

// next-auth's own types say `any`.
const nextAuth = (request: NextRequest, context: Context) =>
  NextAuth(request, context, authOptions()) as Promise<Response>

export const GET = nextAuth

/** next-auth reads a body of any size from anywhere; it gets one that was looked at. */
export const POST = (request: NextRequest, context: Context): Promise<Response> =>
  answer(request, async () => {
    refuseForeignOrigin(request)
    const body = new Uint8Array(await readBody(request, maxBody))
    return nextAuth(new NextRequest(request.url, { method: 'POST', headers: request.headers, body }), context)
  })

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')
