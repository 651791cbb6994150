import { openApiDocument } from '@/lib/api-reference/document'
import { sessionCookie } from '@/lib/core/server/auth/cookies'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { version } from '@/package.json'

/** The documents, by name of the session cookie. */
const texts = new Map<string, string>()

/** The description of the API, for programs. It contains no data of this installation. */
export const GET = (): Response => {
  const cookie = sessionCookie()
  const text = texts.get(cookie) ?? JSON.stringify(openApiDocument(version, cookie))
  texts.set(cookie, text)
  return new Response(text, {
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=300' },
  })
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
