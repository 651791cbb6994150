'use client'
import { CopiedValue } from '@/components/ui/text/copy-button'
import { Eye, EyeOff, Pencil } from 'lucide-react'
import { dynamic } from '@/components/ui/dynamic'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Personal } from '@/components/data-table/personal'
import { useMay } from '@/components/frame/use-may'
import { RelativeTime } from '@/components/time/relative-time'
import { Badge } from '@/components/ui/text/badge'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { DescriptionList } from '@/components/ui/text/description-list'
import type { CustomerDetail } from '@/lib/customers/schema'
import { useCountryName } from '@/components/form/fields/country-name'
import { useCustomerFailureText, type Reveal } from './use-customer'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const ContactDialog = dynamic(lazyWithMessages(() => import('./contact-dialog')))

interface DetailsProps {
  shop: string
  customer: CustomerDetail
  reveal: Reveal
}

/** A customer's details: the gateway's record and local corrections. */
export function Details({ shop, customer, reveal }: DetailsProps) {
  const t = useTranslations('customers.details')
  const mayCorrect = useMay('customers.annotate') && !customer.anonymised
  const mayReveal = useMay('personal_data.reveal')
  const isRevealable = customer.masked && !customer.anonymised && mayReveal
  const [isCorrecting, setIsCorrecting] = useState(false)
  const isHidden = reveal.isMasked && Object.keys(customer.contact).length > 0
  return (
    <Card>
      <Section title={t('title')} actions={isRevealable && <RevealButton reveal={reveal} />}>
        <DescriptionList className="grid-cols-[84px_1fr]!" items={useItems(customer, reveal)} />
        {isRevealable && <RevealNote reveal={reveal} />}
        {mayCorrect && !isHidden && (
          <Button
            size="sm"
            className="mt-3"
            icon={<Pencil aria-hidden size={13} />}
            onPress={() => setIsCorrecting(true)}
          >
            {t('correct')}
          </Button>
        )}
        {mayCorrect && isHidden && mayReveal && <p className="mt-2 text-sm text-muted">{t('revealFirst')}</p>}
      </Section>
      {isCorrecting && (
        <ContactDialog
          shop={shop}
          customer={customer}
          reveal={reveal}
          onClose={() => setIsCorrecting(false)}
        />
      )}
    </Card>
  )
}

function useItems(customer: CustomerDetail, { personal, isMasked }: Reveal) {
  const t = useTranslations('customers.details')
  const countryName = useCountryName()
  const { id, country, created_at: at, submitted_by: by } = customer
  const { contact, state, city, external_id: externalId } = personal
  const copied = (field: string, text: string | null, isMono: boolean) =>
    text ? <CopiedValue label={t('copy', { field })} text={text} isMono={isMono} /> : '–'
  const secret = (field: string, text: string | null, isMono = false) =>
    isMasked && text ? <Personal isMasked text={text} isMono={isMono} /> : copied(field, text, isMono)
  const corrected = (field: 'email' | 'phone' | 'address') => (
    <Corrected here={contact[field]} there={personal[field]}>
      {(text) => secret(t(field), text)}
    </Corrected>
  )
  return [
    { term: t('email'), value: corrected('email') },
    { term: t('phone'), value: corrected('phone') },
    {
      term: t('country'),
      value: country ? (
        <>
          {countryName(country)} <span className="font-mono text-xs text-muted">{country}</span>
        </>
      ) : (
        '–'
      ),
    },
    ...(state ? [{ term: t('state'), value: state }] : []),
    { term: t('city'), value: <bdi>{city ?? '–'}</bdi> },
    { term: t('zip'), value: secret(t('zip'), personal.zip) },
    { term: t('address'), value: corrected('address') },
    { term: t('ip'), value: secret(t('ip'), personal.ip, true) },
    { term: t('externalId'), value: copied(t('externalId'), externalId, true) },
    { term: t('id'), value: copied(t('id'), id, true) },
    {
      term: t('created'),
      value: (
        <>
          <RelativeTime at={at} /> {by && <span className="text-muted">{t('madeBy', { name: by })}</span>}
        </>
      ),
    },
  ]
}

interface CorrectedProps {
  here: string | null | undefined
  there: string | null
  children: (text: string | null) => ReactNode
}

/** Shows a local correction first, labelled as such, and the gateway's value below. */
function Corrected({ here, there, children }: CorrectedProps) {
  const t = useTranslations('customers.details')
  if (!here) return children(there)
  return (
    <>
      {children(here)}
      <Badge tone="info" className="mt-0.5">
        {t('correctedHere')}
      </Badge>
      <span className="mt-0.5 block text-xs text-muted wrap-anywhere">
        {t('atGateway', { value: there ?? t('nothingThere') })}
      </span>
    </>
  )
}

function RevealButton({ reveal: { isRevealed, revealing, hide } }: { reveal: Reveal }) {
  const t = useTranslations('customers.details')
  const Icon = isRevealed ? EyeOff : Eye
  return (
    <Button
      size="sm"
      icon={<Icon aria-hidden size={14} />}
      isPending={revealing.isPending}
      onPress={() => (isRevealed ? hide() : revealing.mutate())}
    >
      {t(isRevealed ? 'hide' : 'reveal')}
    </Button>
  )
}

function RevealNote({ reveal: { isRevealed, revealing } }: { reveal: Reveal }) {
  const t = useTranslations('customers.details')
  const failureText = useCustomerFailureText()
  return (
    <>
      <p role="status" className="mt-3 text-sm text-muted">
        {t(isRevealed ? 'revealedText' : 'revealText')}
      </p>
      {revealing.isError && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {t('revealFailed', { reason: failureText(revealing.error) })}
        </p>
      )}
    </>
  )
}
