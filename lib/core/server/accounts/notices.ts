import 'server-only'
import { eq } from 'drizzle-orm'
import { deviceName } from '../../account/device-name'
import { formatExact } from '../../format/dates'
import { getTranslator } from '../../i18n/server'
import type { Engine } from '../../../db/engine'
import { config } from '../config/config'
import { localeFor } from '../../i18n/current'
import { log } from '../log/log'
import { isMailOver, mailRetries } from '../sending/attempt'
import { letter, isMailSetUp, mailTo } from '../sending/mail'
import { users } from '../tables/users'
import type { Device } from './sessions'

export type NoticeKind =
  | 'sign_in'
  | 'factor_added'
  | 'factor_removed'
  | 'recovery_codes_made'
  | 'password_changed'
  | 'email_changed'
  | 'identity_linked'
  | 'identity_vouched'
  | 'identity_removed'

type Notice = Partial<Device> & {
  userId: string
  kind: NoticeKind
  /** The address to mail; absent: the account's own. */
  to?: string
}

const queue = 'account.notice'
type Data = Omit<Notice, 'userAgent'> & { at: string; browser: string | null; system: string | null }

/**
 * Mails a person what happened to their account, if there is a mail server. Call it after the change: a notice that
 * cannot be queued undoes nothing, and is logged.
 */
export async function notify(engine: Engine, { userAgent = '', ...notice }: Notice): Promise<void> {
  try {
    if (!(await isMailSetUp(engine.db))) return
    const data: Data = { ...notice, ...deviceName(userAgent), at: new Date().toISOString() }
    await engine.queues.send(queue, data)
  } catch (error) {
    log().error({ err: error, user: notice.userId, notice: notice.kind }, 'a notice was not sent')
  }
}

export const startNotices = (engine: Engine): Promise<void> =>
  engine.queues.define<Data>(queue, (data) => mailNotice(engine, data), { atOnce: 2, retries: mailRetries })

/** Rejects unless the mail is over (sending/attempt.ts), so that it is tried again. */
async function mailNotice(engine: Engine, { userId, kind, to, at, ...device }: Data): Promise<void> {
  const [user] = await engine.db.select().from(users).where(eq(users.id, userId))
  if (!user) return
  const locale = localeFor(user.locale)
  const t = getTranslator('account.notices', locale)
  const { browser, system, address } = device
  const name =
    browser && system ? t('device', { browser, system }) : (browser ?? system ?? t('unknownDevice'))
  const zone = user.timeZone ?? 'UTC'
  const when = formatExact(new Date(at), zone, locale)
  const message = letter({
    subject: t(`${kind}.subject`),
    paragraphs: [
      t(`${kind}.text`, { name: user.name }),
      t('facts', { when, zone, device: name, address: address ?? t('unknownAddress') }),
      t('unexpected'),
    ],
    link: { url: `${config.get().appUrl}/account`, label: t('link') },
  })
  const { outcome, status } = await mailTo(engine, [to ?? user.email], message)
  log().info({ event: 'account.notice', user: userId, notice: kind, outcome }, 'mail')
  if (!isMailOver({ outcome, status })) throw new Error(`a notice was not mailed: ${outcome}`)
}
