'use client'
import { ExternalLink } from 'lucide-react'
import type { Route } from 'next'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { Badge, type Tone } from '@/components/ui/text/badge'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Card, Section } from '@/components/ui/card'
import { type Description, DescriptionList } from '@/components/ui/text/description-list'
import { LinkButton } from '@/components/ui/link'
import { brandName } from '@/lib/core/format/card'
import type { TokenizationResult } from '@/lib/card-tokens/schema'
import { expiryText } from '../cells'
import { DirectHeader } from './switched-off'

interface ResultProps {
  shop: string
  result: TokenizationResult
  onAnother: () => void
}

type Kind = 'made' | 'known' | 'waiting' | 'failed'

function kindOf({ id, known, status }: TokenizationResult): Kind {
  if (id !== null) return known ? 'known' : 'made'
  return status === 'incomplete' || status === 'pending' ? 'waiting' : 'failed'
}

const tones: Record<Kind, Tone> = { made: 'ok', known: 'info', waiting: 'warn', failed: 'bad' }

/** Shows the outcome of a sent card. The token is stored, but not part of the result. */
export function Result({ shop, result, onAnother }: ResultProps) {
  const t = useTranslations('cardTokens.result')
  const mayUse = useMay('checkouts.create')
  const kind = kindOf(result)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const { id } = result
  return (
    <>
      <DirectHeader shop={shop} />
      <div ref={box} tabIndex={-1} className="max-w-[740px] outline-none">
        <Card>
          <Section
            title={t(`titles.${kind}`)}
            sub={result.test ? t('test') : undefined}
            actions={<Badge tone={tones[kind]}>{result.status ?? t('noStatus')}</Badge>}
          >
            <p role="status" className="text-md/5">
              {t(`texts.${kind}`)}
            </p>
            {result.message && (
              <p className="mt-1 text-md/5 text-muted">{t('said', { message: result.message })}</p>
            )}
            <div className="mt-4 flex flex-wrap gap-2">
              {kind === 'waiting' && result.redirect_url && (
                <OutLink href={result.redirect_url} isPrimary>
                  {t('verify')}
                </OutLink>
              )}
              {id !== null && (
                <LinkButton variant="primary" href={`/shops/${shop}/card-tokens/${id}` as Route}>
                  {t('open')}
                </LinkButton>
              )}
              {id !== null && mayUse && (
                <LinkButton href={`/shops/${shop}/checkouts/new?card_token=${id}` as Route}>
                  {t('use')}
                </LinkButton>
              )}
              <Button onPress={onAnother}>{t('another')}</Button>
            </div>
          </Section>
          <Section title={t('card')}>
            <DescriptionList items={useCardFacts(result)} />
          </Section>
          <Section title={t('checks')}>
            <DescriptionList items={useChecks(result)} />
            {kind !== 'waiting' && result.redirect_url && (
              <p className="mt-3">
                <OutLink href={result.redirect_url}>{t('page')}</OutLink>
              </p>
            )}
          </Section>
        </Card>
      </div>
    </>
  )
}

function OutLink({ href, isPrimary, children }: { href: string; isPrimary?: boolean; children: string }) {
  const opens = useTranslations('common')('opensInNewTab', { name: children })
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={opens}
      className={isPrimary ? buttonClass('primary') : buttonClass('secondary', 'sm')}
    >
      {children}
      <ExternalLink aria-hidden size={14} />
    </a>
  )
}

type TermAndValue = [term: string, value: string | null | undefined]
const shown = (said: TermAndValue[]): Description[] =>
  said.flatMap(([term, value]) => (value ? [{ term, value: <bdi>{value}</bdi> }] : []))

function useCardFacts({ card }: TokenizationResult): Description[] {
  const t = useTranslations('cardTokens.result')
  return shown([
    [t('brand'), card.brand && brandName(card.brand)],
    [t('product'), card.product],
    [t('bin'), card.bin_8 ?? card.bin],
    [t('last4'), card.last_4],
    [t('expiry'), expiryText(card)],
    [t('holder'), card.holder],
    [t('issuer'), [card.issuer_name, card.issuer_country].filter(Boolean).join(', ')],
  ])
}

/** Lists the checks. 3-D Secure names and values are the gateway's, untranslated. */
function useChecks(result: TokenizationResult): Description[] {
  const t = useTranslations('cardTokens.result')
  const { tokenization, three_d_secure: secure, smart_routing_status: routing, uid } = result
  return shown([
    [t('tokenization'), [tokenization?.status, tokenization?.message].filter(Boolean).join(': ')],
    ...secure.map(({ name, value }): TermAndValue => [
      t('secure', { name: name.replaceAll('_', ' ') }),
      value,
    ]),
    [t('routing'), routing],
    [t('uid'), uid],
  ])
}
