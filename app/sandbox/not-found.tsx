import { Link2Off } from 'lucide-react'
import { payerTranslator } from '@/lib/core/i18n/payer-messages'
import { Notice } from '@/components/sandbox/payer/notice'
import { PayerShell } from '@/components/sandbox/payer/shell'

/** In English, because an unknown address has no language. */
export default function SandboxNotFound() {
  const t = payerTranslator('en', 'sandbox.states')
  return (
    <PayerShell language="en">
      <Notice icon={<Link2Off size={20} />} title={t('notFound')} text={t('notFoundText')} />
    </PayerShell>
  )
}
