import type { PayerLanguage } from '@/lib/core/i18n/payer-languages'
import { payerTranslator } from '@/lib/core/i18n/payer-messages'

/** Methods the merchant asked for that the sandbox cannot play (docs/gateway.md#payment-method). */
export function OtherMethods({ names, language }: { names: string[]; language: PayerLanguage }) {
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
