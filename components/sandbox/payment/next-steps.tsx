import { buttonClass } from '@/components/ui/button-class'
import type { PayerLanguage } from '@/lib/core/i18n/payer-languages'
import { payerTranslator } from '@/lib/core/i18n/payer-messages'
import type { ResultView } from '@/lib/sandbox/transactions/result'

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
