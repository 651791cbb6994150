'use client'
import { CreditCard } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Choice, KnownCard } from './choices'

interface CardChoiceProps {
  /** Of the group. */
  label: string
  choices: Choice[]
  chosen: Choice
  onChoose: (choice: Choice) => void
}

/** Which card: one that is known, without typing its number, or another one. */
export function CardChoice({ label, choices, chosen, onChoose }: CardChoiceProps) {
  const t = useTranslations('sandbox.pay')
  if (choices.length === 1)
    return chosen.card && <KnownCardLine card={chosen.card} className="rounded-sm border px-3 py-2.5" />
  return (
    <div role="radiogroup" aria-label={label} className="grid rounded-sm border border-control">
      {choices.map((choice) => (
        <label
          key={choice.id}
          className="flex min-h-11 cursor-pointer items-center gap-3 border-b px-3 py-2 last:border-b-0 has-checked:bg-accent-weak has-focus-visible:field-box-focus"
        >
          <input
            type="radio"
            name="card"
            checked={choice.id === chosen.id}
            onChange={() => onChoose(choice)}
            className="size-4 shrink-0 accent-accent outline-none"
          />
          {choice.card ? (
            <KnownCardLine card={choice.card} />
          ) : (
            <span className="flex items-center gap-3 text-md">
              <CreditCard aria-hidden size={16} className="text-muted" />
              {t('anotherCard')}
            </span>
          )}
        </label>
      ))}
    </div>
  )
}

/** “visa •••• 1006, 12/39”, said in words to who cannot see it. */
function KnownCardLine({ card, className = '' }: { card: KnownCard; className?: string }) {
  const t = useTranslations('sandbox.pay')
  const date = `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year).slice(-2)}`
  return (
    <span className={`min-w-0 flex-1 text-md ${className}`}>
      <span className="sr-only">
        {[card.brand, t('cardEnding', { digits: card.last_4 }), t('validUntil', { date })].join(', ')}
      </span>
      <span aria-hidden dir="ltr" className="flex flex-wrap items-center gap-x-3 rtl:justify-end">
        <span className="rounded-xs border bg-surface px-1.5 text-2xs font-semibold uppercase">
          {card.brand}
        </span>
        <span className="font-mono">{`•••• ${card.last_4}`}</span>
        <span className="ms-auto font-mono text-muted rtl:ms-0">{date}</span>
      </span>
    </span>
  )
}
