import 'server-only'
import { and, eq } from 'drizzle-orm'
import { getTranslator } from '../../core/i18n/server'
import type { ActorContext } from '../../core/server/context'
import { letter } from '../../core/server/sending/letter'
import { mailTo } from '../../core/server/sending/mail-server'
import type { InvitationLink } from '../schema'
import { invitations } from './tables'

/**
 * Mails an invitation's link to the invited person, and notes how that ended; without a mail server it notes nothing. Call
 * it after the commit, because a server may take long to answer.
 */
export async function mailInvitation(context: ActorContext, link: InvitationLink): Promise<InvitationLink> {
  const { engine, shop, actor } = context
  const t = getTranslator('people.letter')
  const role = getTranslator('auth')(`role.${link.role}`)
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
  if (outcome === 'not_set_up') return link
  context.log.info(
    { event: 'invitation.mailed', shop: shop.id, invitation: link.id, outcome, status },
    'mail',
  )
  await engine.db
    .update(invitations)
    .set({ mailOutcome: outcome })
    .where(and(eq(invitations.shopId, shop.id), eq(invitations.id, link.id)))
  return { ...link, mail_outcome: outcome }
}
