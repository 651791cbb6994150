import 'server-only'
import { eq } from 'drizzle-orm'
import type { IssueKey } from '../../../core/api/issues'
import { getTranslator } from '../../../core/i18n/server'
import { config } from '../../../core/server/config/config'
import type { AccountContext } from '../../../core/server/context'
import { recordActivity } from '../../../core/server/activity/record'
import { AppError } from '../../../core/server/errors'
import { mailPasswordContext, mailTo } from '../../../core/server/sending/mail'
import { mailServer } from '../../../core/server/tables/installation'
import { users } from '../../../core/server/tables/users'
import type { Database } from '../../../db/database'
import type { MailSettings, MailSettingsChange, MailTestResult } from '../../mail-settings'

type Row = typeof mailServer.$inferSelect
type Change = Omit<MailSettingsChange, 'version'>

/** The effective settings: the environment overrides saved ones. The password only appears as present. */
export const readMailSettings = async ({ engine }: Pick<AccountContext, 'engine'>): Promise<MailSettings> =>
  toSettings(await load(engine.db))

type Loaded = { row: Row; setBy: string | null }

async function load(db: Database): Promise<Loaded> {
  const [found] = await db
    .select({ row: mailServer, setBy: users.name })
    .from(mailServer)
    .leftJoin(users, eq(users.id, mailServer.passwordSetBy))
    .where(eq(mailServer.id, 1))
  return found ?? { row: unsaved, setBy: null }
}

const unsaved: Row = {
  id: 1,
  host: '',
  port: 587,
  encryption: 'starttls',
  user: '',
  passwordSealed: null,
  passwordSetAt: null,
  passwordSetBy: null,
  senderName: '',
  senderAddress: '',
  version: 1,
}

function toSettings({ row, setBy }: Loaded): MailSettings {
  const { server: given, senderName, senderAddress } = config.get().mail
  const { host, port, encryption, user } = given ?? row
  const saved = row.passwordSealed && { set_at: row.passwordSetAt?.toISOString() ?? null, set_by: setBy }
  const environmentPassword = given?.password ? { set_at: null, set_by: null } : null
  return {
    host,
    port,
    encryption,
    user,
    password: given ? environmentPassword : saved,
    sender_name: senderName ?? row.senderName,
    sender_address: senderAddress ?? row.senderAddress,
    given: {
      server: given !== null,
      sender_name: senderName !== null,
      sender_address: senderAddress !== null,
    },
    version: row.version,
  }
}

/**
 * The password is sealed, and recorded only as changed. Settings of the environment are not saved.
 * @throws AppError `conflict` with the current values; `invalid` if the environment sets a field, or a stored password
 * would go to another server
 */
export async function changeMailSettings(
  { engine, person }: AccountContext,
  { version, ...change }: MailSettingsChange,
): Promise<MailSettings> {
  const saved = await engine.db.transaction(async (tx) => {
    await tx.insert(mailServer).values({ id: 1 }).onConflictDoNothing()
    await tx.select({ id: mailServer.id }).from(mailServer).where(eq(mailServer.id, 1)).for('update')
    const loaded = await load(tx)
    const before = toSettings(loaded)
    if (before.version !== version) throw new AppError('conflict', { current: before })
    requireFree(before, change)
    const detail = recorded(before, change)
    if (detail.changed.length === 0) return loaded
    const next = {
      ...(!before.given.server && serverOf(change)),
      ...(!before.given.sender_name && { senderName: change.sender_name }),
      ...(!before.given.sender_address && { senderAddress: change.sender_address }),
      ...(!before.given.server && passwordOf(loaded.row, change)),
      version: version + 1,
    }
    await tx.update(mailServer).set(next).where(eq(mailServer.id, 1))
    await recordActivity(tx, { shop: null, actor: person }, { action: 'installation.mail_changed', detail })
    return load(tx)
  })
  return toSettings(saved)

  function passwordOf(row: Row, { host, user, password }: Change): Partial<Row> {
    const none = { passwordSealed: null, passwordSetAt: null, passwordSetBy: null }
    if (host === '' || user === '') return none
    if (password)
      return {
        passwordSealed: engine.sealer.seal(password, mailPasswordContext),
        passwordSetAt: new Date(),
        passwordSetBy: person.userId,
      }
    // Security: a stored password must not go to another server because someone changed the host.
    if (!row.passwordSealed || !isSameServer(row, change)) refuse('password', 'required')
    return {}
  }
}

const serverOf = ({ host, port, encryption, user }: Change): Partial<Row> => ({
  host,
  port,
  encryption,
  user: host === '' ? '' : user,
})

const isSameServer = (row: Row, change: Change): boolean =>
  row.host === change.host &&
  row.port === change.port &&
  row.encryption === change.encryption &&
  row.user === change.user

/** A form sends values of the environment back unchanged. */
function requireFree({ given, ...before }: MailSettings, change: Change): void {
  const serverFields = ['host', 'port', 'encryption', 'user'] as const
  for (const field of [
    ...(given.server ? serverFields : []),
    ...(given.sender_name ? (['sender_name'] as const) : []),
    ...(given.sender_address ? (['sender_address'] as const) : []),
  ])
    if (before[field] !== change[field]) refuse(field, 'set_by_environment')
  if (given.server && change.password) refuse('password', 'set_by_environment')
}

function refuse(field: string, issue: IssueKey): never {
  throw new AppError('invalid', { errors: { [field]: [getTranslator('issues')(issue)] } })
}

/** Returns which fields changed, and the server: neither people's addresses nor the password. */
function recorded(before: MailSettings, { password, ...after }: Change) {
  const { host, port, encryption } = after
  const fields = (Object.keys(after) as (keyof typeof after)[]).filter(
    (field) => before[field] !== after[field],
  )
  return { changed: password ? [...fields, 'password'] : fields, host, port, encryption }
}

/**
 * Sends a mail to the person's own address, with the saved settings. Returns the outcome, but not the server's words.
 */
export async function testMail({ engine, person }: AccountContext): Promise<MailTestResult> {
  const t = getTranslator('installation.mail')
  const message = { subject: t('testSubject'), text: t('testText', { url: config.get().appUrl }) }
  const { outcome, status } = await mailTo(engine, [person.email], message)
  const detail = { outcome, status }
  const by = { shop: null, actor: person }
  await recordActivity(engine.db, by, { action: 'installation.mail_tested', detail })
  return { to: person.email, outcome, status }
}
