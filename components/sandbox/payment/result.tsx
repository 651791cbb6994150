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
