import 'server-only'
import { desc, eq } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { engine as theEngine } from '../../db/engine'
import type { Call } from '../http/call'
import { json } from '../http/refusal'
import { mails } from '../tables/mails'

/** An e-mail that would have gone to a payer. */
export type Mail = {
  id: string
  /** The transaction it tells of. */
  uid: string
  recipient: string
  language: string
  subject: string
  lines: string[]
  /** ISO 8601 with milliseconds and `Z`. */
  created_at: string
}

const limit = 100

/** For the outbox page: the shop's newest e-mails, at most 100. They are personal data: ask who reads them before. */
export const outbox = (shopId: number) => newestMails(theEngine.get().db, shopId)

async function newestMails(db: Database, shopId: number): Promise<Mail[]> {
  const rows = await db
    .select()
    .from(mails)
    .where(eq(mails.shopId, shopId))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(limit)
  return rows.map(({ shopId: _, createdAt, ...mail }) => ({ ...mail, created_at: createdAt.toISOString() }))
}

/** GET /sandbox/mails (the sandbox's own, with the shop's credentials): 200 and an array, newest first. */
export async function listMails({ engine, shop }: Call): Promise<Response> {
  return json(await newestMails(engine.db, shop.id))
}
