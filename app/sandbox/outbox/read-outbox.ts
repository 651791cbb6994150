import { z } from 'zod'
import type { Mail } from '@/lib/sandbox/mails/mails'

const mails: z.ZodType<Mail[]> = z.array(
  z.object({
    id: z.string(),
    uid: z.string(),
    recipient: z.string(),
    language: z.string(),
    subject: z.string(),
    lines: z.array(z.string()),
    created_at: z.string(),
  }),
)

/** The outbox by the shop's credentials, which go nowhere else; `wrong` where they are not right. Never throws. */
export async function readOutbox(shopId: string, secretKey: string): Promise<Mail[] | 'wrong' | 'failed'> {
  const bytes = new TextEncoder().encode(`${shopId}:${secretKey}`)
  const encoded = btoa(String.fromCodePoint(...bytes))
  try {
    const answer = await fetch('/sandbox/mails', {
      headers: { Authorization: `Basic ${encoded}` },
      // The browser shall not ask for credentials itself, nor keep them.
      credentials: 'omit',
      cache: 'no-store',
    })
    if (answer.status === 401) return 'wrong'
    return answer.ok ? mails.parse(await answer.json()) : 'failed'
  } catch {
    return 'failed'
  }
}
