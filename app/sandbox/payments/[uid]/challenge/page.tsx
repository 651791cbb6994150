import type { Metadata, Route } from 'next'
import { notFound, redirect } from 'next/navigation'
import { connection } from 'next/server'
import { cache } from 'react'
import { Card } from '@/components/ui/card'
import { PageTitle } from '@/components/ui/page-title'
import { payerLanguage } from '@/lib/core/i18n/payer-languages'
import { payerTranslator } from '@/lib/core/i18n/payer-messages'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { price } from '@/lib/sandbox/price'
import { challengeView } from '@/lib/sandbox/transactions/challenge'
import { OrderHead } from '@/components/sandbox/payer/order-head'
import { PayerShell } from '@/components/sandbox/payer/shell'
import { ChallengeForm } from '@/components/sandbox/payment/challenge-form'

const load = cache((uid: string) => pageQuery(() => challengeView(uid)))

type Props = PageProps<'/sandbox/payments/[uid]/challenge'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await connection()
  const challenge = await load((await params).uid)
  if (!challenge) return {}
  const t = payerTranslator(payerLanguage(challenge.language), 'sandbox.challenge')
  return { title: t(challenge.type === 'tokenization' ? 'cardTitle' : 'title') }
}

/** Emulates the 3-D Secure page of the payer's bank (docs/gateway.md#test-cards). */
export default async function ChallengePage({ params }: Props) {
  await connection()
  const challenge = await load((await params).uid)
  if (!challenge) notFound()
  if (challenge.state === 'answered') redirect(challenge.next as Route)
  const language = payerLanguage(challenge.language)
  const t = payerTranslator(language, 'sandbox.challenge')
  const amount = price(challenge, language)
  // A tokenization takes no money (docs/gateway.md#tokenization), so its amount is not shown.
  const isCard = challenge.type === 'tokenization'
  return (
    <PayerShell language={language} isInteractive>
      <Card className="overflow-hidden">
        <div className="px-6 pt-6 pb-5 max-md:px-4">
          <p dir="ltr" className="mb-2 font-mono text-sm text-muted rtl:text-end">
            <span className="me-2 uppercase">{challenge.brand}</span>
            {`•••• ${challenge.last_4}`}
          </p>
          <PageTitle>{t(isCard ? 'cardTitle' : 'title')}</PageTitle>
          <p className="mt-1 text-muted">{isCard ? t('cardText') : t('text', { amount })}</p>
          <ChallengeForm uid={challenge.uid} iframe={challenge.iframe} />
        </div>
        <OrderHead description={challenge.description} amount={isCard ? null : amount} />
      </Card>
    </PayerShell>
  )
}
