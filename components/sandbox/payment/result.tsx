import { buttonClass } from '@/components/ui/button-class'
import { DescriptionList } from '@/components/ui/text/description-list'
import type { PayerLanguage } from '@/lib/core/i18n/payer-languages'
import { payerTranslator } from '@/lib/core/i18n/payer-messages'
import { price } from '@/lib/sandbox/price'
import type { ResultView } from '@/lib/sandbox/transactions/result'

interface DetailsProps {
  result: ResultView
  language: PayerLanguage
}

/** The order, and the merchant's additional data (docs/gateway.md#additional-data). */
export function Details({ result, language }: DetailsProps) {
  const t = payerTranslator(language, 'sandbox.result')
  const { description, message, uid, receiptLines } = result
  return (
    <div className="border-t bg-sunken px-6 py-4 max-md:px-4">
      <DescriptionList
        items={[
          { term: t('order'), value: <span dir="auto">{description}</span> },
          { term: t('amount'), value: <span className="tabular-nums">{price(result, language)}</span> },
          ...(message === '' ? [] : [{ term: t('message'), value: <span dir="auto">{message}</span> }]),
          ...(receiptLines.length === 0
            ? []
            : [
                {
                  term: t('receipt'),
                  value: receiptLines.map((line, index) => (
                    // oxlint-disable-next-line react/no-array-index-key -- lines may repeat and never move
                    <p key={index} dir="auto">
                      {line}
                    </p>
                  )),
                },
              ]),
          {
            term: t('reference'),
            value: (
              <span dir="ltr" className="font-mono text-sm break-all">
                {uid}
              </span>
            ),
          },
        ]}
      />
    </div>
  )
}

interface NextStepsProps {
  result: ResultView
  language: PayerLanguage
}

/** Links to the bank, another try or the shop. The first one is the primary button. */
export function NextSteps({ result, language }: NextStepsProps) {
  const t = payerTranslator(language, 'sandbox.result')
  const { status, uid, retry, returnTo, buttonText, iframe } = result
  // Links out of our pages replace the whole window, unless the merchant wants them inside the widget.
  const target = iframe ? undefined : '_top'
  const back = returnTo &&
    status !== 'incomplete' && { href: returnTo, text: buttonText ?? t('back'), target }
  const steps = [
    status === 'incomplete' && { href: `/sandbox/payments/${uid}/challenge`, text: t('continue'), target },
    retry !== null && { href: retry, text: t('anotherCard'), target: undefined },
    back,
  ].filter((step) => step !== false && step !== '' && step !== null)
  if (steps.length === 0) return null
  return (
    <div className="grid gap-2 border-t px-6 py-4 max-md:px-4">
      {steps.map((step, index) => (
        <a
          key={step.href}
          href={step.href}
          target={step.target}
          className={buttonClass(
            index === 0 ? 'primary' : 'secondary',
            'md',
            'min-h-11 text-base! text-center wrap-anywhere whitespace-normal!',
          )}
        >
          {step.text}
        </a>
      ))}
    </div>
  )
}

/** `failed`: an error came before the bank's decision, such as that the product was sold out meanwhile. */
export type Outcome = 'paid' | 'authorized' | 'saved' | 'declined' | 'failed' | 'incomplete'

const successes = {
  payment: 'paid',
  charge: 'paid',
  authorization: 'authorized',
  tokenization: 'saved',
} as const

type Ended = Pick<ResultView, 'status' | 'type' | 'isError'>

export function outcomeOf({ status, type, isError }: Ended): Outcome {
  if (status === 'incomplete') return 'incomplete'
  if (status === 'failed') return isError ? 'failed' : 'declined'
  return successes[type]
}
