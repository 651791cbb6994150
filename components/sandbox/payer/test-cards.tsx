import type { PayerLanguage } from '@/lib/core/i18n/payer-languages'
import { payerTranslator } from '@/lib/core/i18n/payer-messages'
import { testCards } from '@/lib/sandbox/cards/test-cards'

const groups = ['success', 'success3ds', 'challenge3ds', 'declined', 'declined3ds'] as const

interface TestCardsProps {
  language: PayerLanguage
  /** Set if the card is only checked and saved, without a payment. */
  isCard?: boolean
}

export function TestCards({ language, isCard = false }: TestCardsProps) {
  const t = payerTranslator(language, 'sandbox.testCards')
  const saved = payerTranslator(language, 'sandbox.result')('saved')
  const savedWords: Partial<Record<(typeof groups)[number], string>> = isCard
    ? { success: saved, success3ds: `${saved} (3-D Secure)`, challenge3ds: `${saved} (3-D Secure, 1111)` }
    : {}
  const cards = [...testCards].map(([number, { success, threeDSecure }]) => {
    const group = threeDSecure === 'challenge' ? 'challenge' : success ? 'success' : 'declined'
    return { number, group: `${group}${threeDSecure === 'none' ? '' : '3ds'}` }
  })
  return (
    <details className="mt-4 rounded-md border px-4 py-1.5 text-sm">
      <summary className="cursor-pointer py-1 font-medium text-muted hover:text-text">{t('title')}</summary>
      <dl className="mt-2 grid gap-2.5">
        {groups.map((group) => (
          <div key={group}>
            <dt className="text-muted">{savedWords[group] ?? t(group)}</dt>
            <dd dir="ltr" className="flex flex-wrap gap-x-4 font-mono rtl:justify-end">
              {cards
                .filter((card) => card.group === group)
                .map(({ number }) => (
                  <span key={number}>{number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</span>
                ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2.5 mb-1 text-muted">{t('hint')}</p>
    </details>
  )
}
