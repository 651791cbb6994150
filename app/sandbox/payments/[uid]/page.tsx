import type { Metadata, Route } from 'next'
import { Check, Hourglass, X } from 'lucide-react'
import { notFound, redirect } from 'next/navigation'
import { connection } from 'next/server'
import { cache } from 'react'
import { type PayerLanguage, payerLanguage } from '@/lib/core/i18n/payer-languages'
import { payerTranslator } from '@/lib/core/i18n/payer-messages'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { price } from '@/lib/sandbox/price'
import { type ResultView, resultView } from '@/lib/sandbox/transactions/result'
import { Notice } from '@/components/sandbox/payer/notice'
import { PayerShell } from '@/components/sandbox/payer/shell'
import { AutoReturn } from '@/components/sandbox/payment/auto-return'
import { Details, NextSteps, type Outcome, outcomeOf } from '@/components/sandbox/payment/result'

const load = cache((uid: string) => pageQuery(() => resultView(uid)))

type Props = PageProps<'/sandbox/payments/[uid]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await connection()
  const result = await load((await params).uid)
  return result ? { title: titleAndText(result, payerLanguage(result.language)).title } : {}
}

const icons = { paid: Check, authorized: Check, saved: Check, declined: X, failed: X, incomplete: Hourglass }

const isRefused = (outcome: Outcome) => outcome === 'declined' || outcome === 'failed'

/** Returns the title and text of a result. For a tokenization they do not mention payment. */
function titleAndText(result: ResultView, language: PayerLanguage) {
  const t = payerTranslator(language, 'sandbox.result')
  const outcome = outcomeOf(result)
  if (result.type === 'tokenization' && outcome === 'declined')
    return { title: t('declined'), text: t('cardDeclinedText') }
  if (result.type === 'tokenization' && outcome === 'incomplete') {
    const challenge = payerTranslator(language, 'sandbox.challenge')
    return { title: challenge('cardTitle'), text: challenge('cardText') }
  }
  return { title: t(outcome), text: t(`${outcome}Text`, { amount: price(result, language) }) }
}

/** After a failed payment of a payment token: shows how many attempts are left, if any. */
function TriesLeft({ result, language }: { result: ResultView; language: PayerLanguage }) {
  if (!isRefused(outcomeOf(result)) || result.attemptsLeft === null) return null
  const pay = payerTranslator(language, 'sandbox.pay')
  const t = payerTranslator(language, 'sandbox.result')
  const states = payerTranslator(language, 'sandbox.states')
  // No retry even with attempts left if the token has expired or a later attempt was paid.
  if (result.retry !== null)
    return (
      <p className="px-6 pb-4 text-center max-md:px-4">
        {pay('attemptsLeft', { count: result.attemptsLeft })}
      </p>
    )
  if (result.attemptsLeft > 0) return null
  return (
    <p className="px-6 pb-4 text-center max-md:px-4">
      <span className="block font-medium">{states('noAttempts')}</span> {t('askShop')}
    </p>
  )
}

export default async function PaymentPage({ params }: Props) {
  await connection()
  const result = await load((await params).uid)
  if (!result) notFound()
  const { autoReturn, returnTo, iframe } = result
  const outcome = outcomeOf(result)
  // 0 seconds: “redirect at once without the result page” (docs/gateway.md#settings).
  if (autoReturn === 0 && returnTo && outcome !== 'incomplete') redirect(returnTo as Route)
  const language = payerLanguage(result.language)
  const Icon = icons[outcome]
  const tone = isRefused(outcome) ? 'bad' : outcome === 'incomplete' ? 'neutral' : 'ok'
  const isReturning = autoReturn !== null && returnTo !== null && outcome !== 'incomplete'
  return (
    <PayerShell language={language} isInteractive={isReturning}>
      <Notice tone={tone} icon={<Icon size={22} />} {...titleAndText(result, language)}>
        <TriesLeft result={result} language={language} />
        <Details result={result} language={language} />
        <NextSteps result={result} language={language} />
        {isReturning && <AutoReturn seconds={autoReturn} to={returnTo} iframe={iframe} />}
      </Notice>
    </PayerShell>
  )
}
