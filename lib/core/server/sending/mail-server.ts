import 'server-only'
import { eq } from 'drizzle-orm'
import type { Engine } from '../../../db/engine'
import { config } from '../config'
import { mailReachOf } from '../outgoing'
import { mailServer } from '../tables/installation'
import { noAnswer, type SentAttempt } from './attempt'
import { sendMail, type MailMessage, type MailServer } from './mail'

type Storage = Pick<Engine, 'db' | 'sealer'>

/** A seal context: the password opens nowhere else. */
export const mailPasswordContext = 'installation:mail_password'

/** The server that mails go through, of the environment or of the installation settings; null if none is set up. */
async function mailServerOf({ db, sealer }: Storage): Promise<MailServer | null> {
  const { server: given, senderName, senderAddress } = config.get().mail
  const [row] = await db.select().from(mailServer).where(eq(mailServer.id, 1))
  const sender = {
    name: senderName ?? row?.senderName ?? '',
    address: senderAddress ?? row?.senderAddress ?? '',
  }
  if (sender.address === '') return null
  if (given) return { ...given, sender, reach: await mailReachOf(db, { isGiven: true }) }
  if (!row || row.host === '') return null
  const { host, port, encryption, user, passwordSealed } = row
  return {
    host,
    port,
    encryption,
    user,
    password: passwordSealed ? sealer.unseal(passwordSealed, mailPasswordContext) : '',
    sender,
    reach: await mailReachOf(db, { isGiven: false }),
  }
}

export const isMailSetUp = async (storage: Storage): Promise<boolean> =>
  (await mailServerOf(storage)) !== null

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
