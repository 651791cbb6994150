import type { Metadata, Route } from 'next'
import { Check, Hourglass, X } from 'lucide-react'
import { notFound, redirect } from 'next/navigation'
import { connection } from 'next/server'
import { cache } from 'react'
import { payerLanguage } from '@/lib/i18n/payer-languages'
import { payerTranslator } from '@/lib/i18n/payer-messages'
import { price } from '@/lib/sandbox/price'
import { resultView } from '@/lib/sandbox/transactions/result'
import { Notice } from '../../payer/notice'
import { PayerShell } from '../../payer/shell'
import { AutoReturn } from './auto-return'
import { Details } from './details'
import { NextSteps } from './next-steps'
import { outcomeOf } from './outcome'

const load = cache(resultView)

type Props = PageProps<'/sandbox/payments/[uid]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await connection()
  const result = await load((await params).uid)
  return result
    ? { title: payerTranslator(payerLanguage(result.language), 'sandbox.result')(outcomeOf(result)) }
    : {}
}

const icons = { paid: Check, authorized: Check, saved: Check, declined: X, incomplete: Hourglass }

/** What became of a payment, and the way back to the shop. */
export default async function PaymentPage({ params }: Props) {
  await connection()
  const result = await load((await params).uid)
  if (!result) notFound()
  const { autoReturn, returnTo, iframe } = result
  const outcome = outcomeOf(result)
  // Seconds 0: “redirect at once without the result page” (interface: “auto_return”).
  if (autoReturn === 0 && returnTo && outcome !== 'incomplete') redirect(returnTo as Route)
  const language = payerLanguage(result.language)
  const t = payerTranslator(language, 'sandbox.result')
  const Icon = icons[outcome]
  const tone = outcome === 'declined' ? 'bad' : outcome === 'incomplete' ? 'neutral' : 'ok'
  const returns = autoReturn !== null && returnTo !== null && outcome !== 'incomplete'
  return (
    <PayerShell language={language} isInteractive={returns}>
      <Notice
        tone={tone}
        icon={<Icon size={22} />}
        title={t(outcome)}
        text={t(`${outcome}Text`, { amount: price(result, language) })}
      >
        <Details result={result} language={language} />
        <NextSteps result={result} language={language} />
        {returns && <AutoReturn seconds={autoReturn} to={returnTo} iframe={iframe} />}
      </Notice>
    </PayerShell>
  )
}
