import { Link2Off } from 'lucide-react'
import { Link } from '@/components/ui/link'
import { payerTranslator } from '@/lib/core/i18n/payer-messages'
import { getTranslator } from '@/lib/core/i18n/server'
import { leadingBack } from '@/lib/core/server/auth/access'
import { isOpenToVisitor, sandboxSettings } from '@/lib/sandbox/settings'
import { Notice } from './payer/notice'
import { PayerShell } from './payer/shell'

/** In English, because an unknown address has no language. */
export default async function SandboxNotFound() {
  const t = payerTranslator('en', 'sandbox.states')
  const isClosed = sandboxSettings.peek() !== undefined && !(await isOpenToVisitor())
  return (
    <PayerShell language="en">
      <Notice icon={<Link2Off size={20} />} title={t('notFound')} text={t('notFoundText')}>
        {isClosed && <SignInNote />}
      </Notice>
    </PayerShell>
  )
}

/** For people of this installation. It says nothing of what is at the address. */
async function SignInNote() {
  const t = getTranslator('session')
  return (
    <p className="border-t px-6 py-4 text-center text-sm text-balance text-muted">
      {t('payerPages')}{' '}
      <Link href={await leadingBack('/sign-in')} className="text-accent underline underline-offset-2">
        {t('payerPagesSignIn')}
      </Link>
    </p>
  )
}
