import { connection } from 'next/server'
import { pageTranslator, titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { outbox } from '@/lib/sandbox/mails/mails'
import { PayerShell } from '../payer/shell'
import { MailList } from './mail-list'
import { outboxShop } from './reader'
import { OutboxSignIn } from './sign-in'
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
