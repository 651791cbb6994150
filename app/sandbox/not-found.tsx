import { Link2Off, Lock } from 'lucide-react'
import { LinkButton } from '@/components/ui/link-button'
import { payerTranslator } from '@/lib/core/i18n/payer-messages'
import { getTranslator } from '@/lib/core/i18n/server'
import { leadingBack } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { isClosedToVisitor } from '@/lib/sandbox/settings'
import { Notice } from './payer/notice'
import { PayerShell } from './payer/shell'

/** In English, because an unknown address has no language. */
export default async function SandboxNotFound() {
  if (await pageQuery(isClosedToVisitor)) return <Closed signInAddress={await leadingBack('/sign-in')} />
  const t = payerTranslator('en', 'sandbox.states')
  return (
    <PayerShell language="en">
      <Notice icon={<Link2Off size={20} />} title={t('notFound')} text={t('notFoundText')} />
    </PayerShell>
  )
}

/** Says the same whether the address exists or not. */
function Closed({ signInAddress }: { signInAddress: Awaited<ReturnType<typeof leadingBack>> }) {
  const t = getTranslator('sandbox.closed')
  return (
    <PayerShell language="en">
      <Notice icon={<Lock size={20} />} title={t('title')} text={t('text')}>
        <div className="flex justify-center border-t px-6 py-4">
          <LinkButton href={signInAddress}>{t('signIn')}</LinkButton>
        </div>
      </Notice>
    </PayerShell>
  )
}
