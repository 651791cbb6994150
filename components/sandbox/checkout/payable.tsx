import { randomUUID } from 'node:crypto'
import { Card } from '@/components/ui/card'
import type { PayerLanguage } from '@/lib/core/i18n/payer-languages'
import { payerTranslator } from '@/lib/core/i18n/payer-messages'
import type { CheckoutPage } from '@/lib/sandbox/checkouts/page-view'
import { price } from '@/lib/sandbox/price'
import { Banner } from '../payer/notice'
import { countries } from '../payer/countries'
import { TestCards } from '../payer/test-cards'
import { CheckoutForm } from './checkout-form'
import { OrderSummary } from '../payer/order-head'

interface PayableProps {
  checkout: CheckoutPage
  language: PayerLanguage
}

export function Payable({ checkout, language }: PayableProps) {
  const t = payerTranslator(language, 'sandbox.pay')
  const { status, attemptsLeft, isCardOffered, otherMethods, excludedBrands, cancelTo, iframe } = checkout
  const isCard = checkout.type === 'tokenization'
  return (
    <>
      {status === 'failed' && (
        <Banner tone="bad">
          <p>
            {checkout.isError
              ? payerTranslator(language, 'sandbox.result')('failedText')
              : t(isCard ? 'cardDeclined' : 'declined')}
          </p>
          <p className="mt-0.5">{t('attemptsLeft', { count: attemptsLeft })}</p>
        </Banner>
      )}
      <Card className="overflow-hidden">
        <OrderSummary checkout={checkout} language={language} isTitle />
        {isCardOffered ? (
          <CheckoutForm
            {...formOf(checkout)}
            isCard={isCard}
            attempt={randomUUID()}
            countries={checkout.fields.some(({ name }) => name === 'country') ? countries(language) : []}
            label={buttonLabel(checkout, language)}
            brandNote={
              excludedBrands.length > 0 ? t('notAccepted', { brands: excludedBrands.join(', ') }) : undefined
            }
          />
        ) : (
          <p className="px-6 py-5 text-muted max-md:px-4">{t(isCard ? 'cardNone' : 'noCard')}</p>
        )}
        {!isCard && <OtherMethods names={otherMethods} language={language} />}
      </Card>
      {cancelTo && (
        <p className="mt-4 text-center">
          <a
            href={cancelTo}
            target={iframe ? undefined : '_top'}
            className="inline-block min-h-6 text-md text-muted underline underline-offset-2 hover:text-text"
          >
            {t('cancel')}
          </a>
        </p>
      )}
      {isCardOffered && <TestCards language={language} isCard={isCard} />}
    </>
  )
}

/** Selects what is sent to the browser. The rest stays on the server. */
const formOf = (checkout: CheckoutPage) => ({
  token: checkout.token,
  iframe: checkout.iframe,
  fields: checkout.fields,
  holder: checkout.holder,
  sources: checkout.sources,
  storedCard: checkout.storedCard,
  savedCards: checkout.savedCards,
  saveCardToggle: checkout.saveCardToggle,
})

/** Returns the merchant's text, with {amount} replaced (docs/gateway.md#settings), or the page's own. */
function buttonLabel(checkout: CheckoutPage, language: PayerLanguage): string {
  const t = payerTranslator(language, 'sandbox.pay')
  const amount = price(checkout, language)
  if (checkout.buttonText !== null) return checkout.buttonText.replaceAll('{amount}', () => amount)
  if (checkout.type === 'tokenization') return t('saveCardButton')
  return t(checkout.type === 'authorization' ? 'authorizeAmount' : 'payAmount', { amount })
}

/** Methods that the merchant requested and the sandbox does not emulate (docs/gateway.md#payment-method). */
function OtherMethods({ names, language }: { names: string[]; language: PayerLanguage }) {
  if (names.length === 0) return null
  const t = payerTranslator(language, 'sandbox.pay')
  return (
    <section aria-labelledby="other-methods" className="border-t px-6 py-4 max-md:px-4">
      <h2 id="other-methods" className="text-md font-semibold">
        {t('otherMethods')}
      </h2>
      <ul className="mt-2 grid gap-1.5">
        {names.map((name) => (
          <li
            key={name}
            className="flex flex-wrap items-baseline justify-between gap-x-3 rounded-sm border border-dashed px-3 py-2 text-md text-muted"
          >
            <span className="font-mono break-all">{name}</span>
            <span className="text-sm">{t('unavailable')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
