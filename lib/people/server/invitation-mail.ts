import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { AppLocale } from '../../core/i18n/locales'
import { getTranslator } from '../../core/i18n/server'
import { incrementCounter } from '../../core/server/accounts/sign-in-limits'
import type { ActorContext } from '../../core/server/context'
import { currentLocale, localeFor } from '../../core/i18n/current'
import { letter, isMailSetUp, mailTo } from '../../core/server/sending/mail'
import { users } from '../../core/server/tables/users'
import type { Database } from '../../db/database'
import type { InvitationLink, InvitationMailOutcome } from '../schema'
import { invitations } from './tables'

/** Mails of one person for one shop, within the window of sign-in-limits.ts. */
const maxMails = 20

/** An invitation with its link, and the hash that identifies it until a newer link replaces it. */
type Made = { link: InvitationLink; tokenHash: Buffer }

/**
 * Mails an invitation's link to the invited person, and records the outcome; does nothing without a mail server. Call
 * it after the commit, because a server may take long to answer. Never rejects: the link is shown only once.
 */
export async function mailInvitation(
  context: ActorContext,
  { link, tokenHash }: Made,
): Promise<InvitationLink> {
  const of = { shop: context.shop.id, invitation: link.id }
  const outcome = await send(context, link).catch((error: unknown) => {
    context.log.error({ err: error, ...of }, 'invitation not mailed')
    return 'failed' as const
  })
  if (outcome === 'not_set_up') return link
  await context.engine.db
    .update(invitations)
    .set({ mailOutcome: outcome })
    .where(
      and(
        eq(invitations.shopId, of.shop),
        eq(invitations.id, of.invitation),
        eq(invitations.tokenHash, tokenHash),
      ),
    )
    .catch((error: unknown) => context.log.error({ err: error, ...of }, 'outcome of a mail not noted'))
  return { ...link, mail_outcome: outcome }
}

async function send(
  { engine, shop, actor, log }: ActorContext,
  link: InvitationLink,
): Promise<InvitationMailOutcome> {
  if (!(await isMailSetUp(engine.db))) return 'not_set_up'
  const count = await incrementCounter(engine.db, `invitation-mail:${shop.id} ${actor.userId}`)
  if (count > maxMails) return 'limit_reached'
  const locale = await localeOfInvited(engine.db, link.email)
  const t = getTranslator('people.letter', locale)
  const role = getTranslator('auth', locale)(`role.${link.role}`)
  const message = letter({
    subject: t('subject', { shop: shop.name }),
    paragraphs: [
      t('text', { name: link.name, by: actor.name, shop: shop.name, role }),
      t('once'),
      t('unexpected'),
    ],
    link: { url: link.url, label: t('join', { shop: shop.name }) },
  })
  const { outcome, status } = await mailTo(engine, [link.email], message)
  log.info({ event: 'invitation.mailed', shop: shop.id, invitation: link.id, outcome, status }, 'mail')
  return outcome
}

/** People with an account chose a language there. Others most likely read that of the person who invites them. */
async function localeOfInvited(db: Database, email: string): Promise<AppLocale> {
  const [user] = await db.select({ locale: users.locale }).from(users).where(eq(users.email, email))
  return user?.locale ? localeFor(user.locale) : currentLocale()
}
