import 'server-only'
import { verificationAnswerIn } from '../../gateway/verification'
import { received } from '../../gateway/reading'
import { postSigned } from '../deliveries/post'
import type { Shop } from '../shops'

/** Null: the shop lets the transaction go on. Otherwise what is said of the decline. */
export type Objection = { message: string; friendlyMessage?: string; failure: 'decline' | 'error' } | null

type Asked = { uid: string; amount: number; body: Record<string, unknown> }

const answerSchema = verificationAnswerIn(received)
/** Of the shop's own words, in characters. */
const maxText = 500

/**
 * Asks the shop before anything is processed (docs/gateway.md#verification-requests): the
 * transaction in the response format, signed and with credentials like a notification. Only status 200 with
 * `code` 0 for this uid and amount lets it go on (documented); that everything else declines, no answer
 * within the time limit (10 s) included, is inferred. Never rejects.
 */
export async function askVerification(
  shop: Shop,
  url: string,
  { uid, amount, body }: Asked,
  { timeLimitMs }: { timeLimitMs?: number } = {},
): Promise<Objection> {
  let answer: unknown
  try {
    const reply = await postSigned(shop, url, Buffer.from(JSON.stringify({ transaction: body })), timeLimitMs)
    if (reply.statusCode !== 200) {
      reply.body.on('error', () => undefined).destroy()
      return failed('Verification request was not answered with status 200')
    }
    answer = await reply.body.json()
  } catch (error) {
    return failed(
      error instanceof SyntaxError
        ? 'Verification answer is not readable'
        : 'Verification request was not answered',
    )
  }
  return judge(answer, { uid, amount })
}

function judge(answer: unknown, { uid, amount }: Pick<Asked, 'uid' | 'amount'>): Objection {
  const parsed = answerSchema.safeParse(answer)
  if (!parsed.success) return failed('Verification answer is not readable')
  const { code, message, friendly_message: friendly } = parsed.data
  if (parsed.data.uid !== uid || parsed.data.amount !== amount)
    return failed('Verification answer is for another transaction')
  if (code === 0) return null
  return {
    failure: 'decline',
    message: message ? short(message) : 'Declined by the verification of the shop',
    ...(friendly ? { friendlyMessage: short(friendly) } : {}),
  }
}

const failed = (message: string): Objection => ({ failure: 'error', message })

/** Cut between characters, never within one. */
const short = (text: string) => Array.from(text).slice(0, maxText).join('')
