import { connection } from 'next/server'
import { config } from '@/lib/core/server/config/config'
import { AppError } from '@/lib/core/server/errors'
import { authorise } from '@/lib/core/server/auth/access'
import { signedIn } from '@/lib/core/server/auth/actor'
import { correlatedLog } from '@/lib/core/server/log/log'
import { sandboxShop } from '@/lib/core/server/shop/load'
import { pageTranslator, titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { outbox } from '@/lib/sandbox/mails/mails'
import { PayerShell } from '@/components/sandbox/payer/shell'
import { MailList, OutboxSignIn } from '@/components/sandbox/outbox/mails'
import { PageTitle } from '@/components/ui/page-title'

export const generateMetadata = titled('sandbox.outbox', (t) => t('title'))

/**
 * E-mails that a gateway would have sent to payers. They contain personal data, so readers need a back office session
 * or must enter the shop's credentials, as for the interface.
 */
async function OutboxPage() {
  await connection()
  const t = await pageTranslator('sandbox.outbox')
  const shopId = await pageQuery(outboxShop)
  return (
    <PayerShell language="en" isWide>
      <PageTitle>{t('title')}</PageTitle>
      <p className="mt-1 mb-5 text-muted">{t('text')}</p>
      {shopId === null ? <OutboxSignIn /> : <MailList mails={await pageQuery(() => outbox(shopId))} />}
    </PayerShell>
  )
}

export default withWords(OutboxPage, 'sandbox/outbox/page')

/**
 * Returns the sandbox shop whose e-mails this visitor may read: the visitor must be signed in to the back office and
 * may see personal data there. Null for everyone else, and if there is no back office.
 */
async function outboxShop(): Promise<number | null> {
  if (config.get().sandbox?.isAlone) return null
  const person = await signedIn()
  if (!person) return null
  try {
    const { shop } = await authorise(person, sandboxShop, 'personal_data.read', correlatedLog())
    return shop.gatewayShopId
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
