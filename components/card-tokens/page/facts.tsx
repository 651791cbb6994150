'use client'
import { useMutation } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import type { Route } from 'next'
import { useState } from 'react'
import { useFailureText } from '@/components/dialogs/failure'
import { useCountryName } from '@/components/form/fields/country-name'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { RelativeTime } from '@/components/time/relative-time'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/text/copy-button'
import { type Description, DescriptionList } from '@/components/ui/text/description-list'
import { revealCardToken } from '@/lib/card-tokens/client'
import { brandName } from '@/lib/core/format/card'
import type { CardTokenDetail } from '@/lib/card-tokens/schema'
import { Link } from '../../ui/link'
import { CustomerLink, Expiry, Origin } from '../cells'

/** The known facts of a card and of its token's origin; leaves out unknown ones. */
export function Facts({ shop, card }: { shop: string; card: CardTokenDetail }) {
  const t = useTranslations('cardTokens.facts')
  const country = useCountryName()
  const { issuer_name: issuer, issuer_country: issuerCountry, checkout_id: checkout, uid } = card
  const bank = [issuer, issuerCountry && country(issuerCountry)].filter(Boolean).join(', ')
  const facts: (Description | false)[] = [
    !!card.brand && {
      term: t('brand'),
      value: [brandName(card.brand), card.product].filter(Boolean).join(' · '),
    },
    !!card.last_4 && {
      term: t('number'),
      value: <span className="tabular-nums">{numberOf(card)}</span>,
    },
    !!card.holder && { term: t('holder'), value: <bdi>{card.holder}</bdi> },
    card.exp_year !== null && { term: t('expiry'), value: <Expiry card={card} /> },
    bank !== '' && { term: t('issuer'), value: bank },
    { term: t('customer'), value: <CustomerLink shop={shop} card={card} /> },
    !!card.email && !!card.customer_id && { term: t('email'), value: <bdi>{card.email}</bdi> },
    { term: t('origin'), value: <Origin shop={shop} card={card} /> },
    !!checkout &&
      !!card.checkout_description && {
        term: t('checkout'),
        value: (
          <Link
            href={`/shops/${shop}/checkouts/${checkout}` as Route}
            className="rounded-xs text-accent hover:underline"
          >
            {card.checkout_description}
          </Link>
        ),
      },
    !!card.notification_id &&
      !!checkout && {
        term: t('notification'),
        value: (
          <Link
            href={`/shops/${shop}/notifications?open=${card.notification_id}` as Route}
            className="rounded-xs text-accent hover:underline"
          >
            {t('open')}
          </Link>
        ),
      },
    !!uid && { term: t('uid'), value: <span className="font-mono text-xs break-all">{uid}</span> },
    { term: t('kept'), value: <RelativeTime at={card.created_at} /> },
    // A person who keeps the card of a notification has never seen its number.
    !!card.created_by && { term: t(card.source === 'direct' ? 'by' : 'keptBy'), value: card.created_by },
  ]
  return <DescriptionList items={facts.filter((fact) => fact !== false)} />
}

/** Formats “4012 00•• •••• 1006”: with the BIN where it is known, as on receipts. */
function numberOf({ bin, last_4: last4 }: CardTokenDetail): string {
  if (!bin || bin.length < 6) return `•••• •••• •••• ${last4}`
  const first = bin.slice(0, 6)
  return `${first.slice(0, 4)} ${first.slice(4)}•• •••• ${last4}`
}

/** Shows the end of the token. Permitted people can reveal all of it, which is recorded. */
export function TokenSection({ shop, card }: { shop: string; card: CardTokenDetail }) {
  const t = useTranslations('cardTokens.page')
  const failureText = useFailureText()
  const mayReveal = useMay('card_tokens.reveal')
  const { token, isPending, error, reveal, hide } = useReveal(shop, card.id)
  const Icon = token ? EyeOff : Eye
  return (
    <Section
      title={t('token')}
      actions={
        mayReveal && (
          <Button
            size="sm"
            icon={<Icon aria-hidden size={14} />}
            isPending={isPending}
            onPress={() => (token ? hide() : reveal())}
          >
            {t(token ? 'hide' : 'reveal')}
          </Button>
        )
      }
    >
      {token ? (
        <div className="flex items-start gap-2">
          <code className="min-w-0 flex-1 rounded-sm bg-sunken px-2.5 py-1.5 font-mono text-xs/5 break-all">
            {token}
          </code>
          <CopyButton isIcon text={token} label={t('copyToken')} />
        </div>
      ) : (
        <code className="font-mono text-xs/5 text-muted">{`••••••••${card.token_end}`}</code>
      )}
      <p role="status" className="mt-2 text-sm text-muted">
        {token ? t('revealedText') : mayReveal ? t('revealText') : t('sealedText')}
      </p>
      {error !== null && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {t('revealFailed', { reason: failureText(error) })}
        </p>
      )}
    </Section>
  )
}

/** Holds a revealed token only while it is shown. */
function useReveal(shop: string, id: string) {
  const [token, setToken] = useState<string | null>(null)
  const { mutate, isPending, error } = useMutation({
    // Returns nothing, as the mutation would keep it after it is hidden.
    mutationFn: async () => setToken((await revealCardToken(shop, id)).token),
  })
  return { token, isPending, error, reveal: () => mutate(), hide: () => setToken(null) }
}
