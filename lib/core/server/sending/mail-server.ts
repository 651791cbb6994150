import 'server-only'
import { eq } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import type { Engine } from '../../../db/engine'
import { config } from '../config/config'
import type { MailConfig } from '../config/mail'
import { mailReachOf } from '../outgoing'
import { mailServer } from '../tables/installation'
import { noAnswer, type SentAttempt } from './attempt'
import { sendMail, type MailMessage, type MailServer } from './mail'

type Storage = Pick<Engine, 'db' | 'sealer'>

/** A seal context: the password opens nowhere else. */
export const mailPasswordContext = 'installation:mail_password'

type Row = typeof mailServer.$inferSelect
type SetUp = { sender: MailServer['sender'] } & (
  { isGiven: true; server: NonNullable<MailConfig['server']> } | { isGiven: false; server: Row }
)

/** The server that mails go through, of the environment or of the installation settings; null if none is set up. */
async function setUp(db: Database): Promise<SetUp | null> {
  const { server: given, senderName, senderAddress } = config.get().mail
  const [row] = await db.select().from(mailServer).where(eq(mailServer.id, 1))
  const sender = {
    name: senderName ?? row?.senderName ?? '',
    address: senderAddress ?? row?.senderAddress ?? '',
  }
  if (sender.address === '') return null
  if (given) return { isGiven: true, server: given, sender }
  return row && row.host !== '' ? { isGiven: false, server: row, sender } : null
}

export const isMailSetUp = async (db: Database): Promise<boolean> => (await setUp(db)) !== null

async function mailServerOf({ db, sealer }: Storage): Promise<MailServer | null> {
  const found = await setUp(db)
  if (!found) return null
  const { isGiven, sender } = found
  const reach = await mailReachOf(db, { isGiven })
  if (found.isGiven) return { ...found.server, sender, reach }
  const { host, port, encryption, user, passwordSealed } = found.server
  const password = passwordSealed ? sealer.unseal(passwordSealed, mailPasswordContext) : ''
  return { host, port, encryption, user, password, sender, reach }
}

/** Sends a mail through the installation's server. Never rejects for what the server does. */
export async function mailTo(
  storage: Storage,
  recipients: string[],
  message: MailMessage,
): Promise<SentAttempt> {
  const server = await mailServerOf(storage)
  if (!server) return { outcome: 'not_set_up', status: null, ...noAnswer }
  return sendMail(server, recipients, message)
}
