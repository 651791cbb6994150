'use client'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Personal } from '@/components/data-table/personal'
import { useMoney } from '@/components/money/use-money'
import { useIsHydrated } from '@/components/ui/hydrated'
import { RelativeTime } from '@/components/time/relative-time'
import { Card, Section } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/text/code-block'
import { CopyButton } from '@/components/ui/text/copy-button'
import { DescriptionList } from '@/components/ui/text/description-list'
import { Disclosure } from '@/components/ui/disclosure'
import {
  requestedSections,
  type RequestedName,
  type RequestedSection,
  checkoutFieldRows,
} from '@/lib/checkouts/fields'
import type { CheckoutDetail } from '@/lib/checkouts/schema'
import { languageName, namedOptions } from '@/lib/core/format/names'
import { isRecord } from '@/lib/core/is-record'
import { cardOnFileInitiators, cardOnFileTypes, checkoutContracts } from '@/lib/gateway/checkouts/choices'
import { customerFieldNames } from '@/lib/gateway/customers/fields'
import { useTypeText } from '../cells'

const namesWhere = (is: 'isPersonal' | 'isCode') =>
  new Set(
    requestedSections.flatMap(({ fields }) => fields.filter((field) => field[is]).map(({ name }) => name)),
  )
/** Masked for people who may not read personal data. */
const personal = namesWhere('isPersonal')
const codes = namesWhere('isCode')

/** Values of contract and card_on_file that have a translated name. */
const words = [...checkoutContracts, ...cardOnFileInitiators, ...cardOnFileTypes]

const countryName = (code: string, locale: string) => namedOptions('region', [code], locale)[0]?.label ?? code

export function RequestedValues({ checkout }: { checkout: CheckoutDetail }) {
  const t = useTranslations('checkouts.asked')
  const { amountText } = useMoney()
  const typeText = useTypeText()
  const { amount, currency, description, transaction_type: type, masked, request } = checkout
  const asked = requestedFields(request.checkout)
  return (
    <Card>
      <Section title={t('title')}>
        <DescriptionList
          items={[
            {
              term: t('amount'),
              value: (
                <>
                  {amountText(checkout)}{' '}
                  <span className="font-mono text-xs text-muted">{`${amount} ${currency}`}</span>
                </>
              ),
            },
            { term: t('type'), value: typeText(type) },
            {
              term: t('description'),
              value: <bdi className="wrap-anywhere whitespace-pre-line">{description}</bdi>,
            },
          ]}
        />
        <Sections asked={asked} type={type} isMasked={masked} />
      </Section>
      <RequestPart request={request} />
    </Card>
  )
}

interface SectionsProps {
  asked: RequestedFields
  /** The transaction type. The names of fields depend on whether it takes money. */
  type: string
  isMasked: boolean
}

function Sections({ asked: { sections, others }, type, isMasked }: SectionsProps) {
  const t = useTranslations('checkouts.asked')
  return (
    <>
      {sections.map(({ id, fields }) => (
        <Part key={id} title={t(`sections.${id}`, { type })}>
          <DescriptionList
            items={fields.map(({ name, value }) => ({
              term: t(`fields.${name}`, { type }),
              value: <Value name={name} value={value} isMasked={isMasked} />,
            }))}
          />
        </Part>
      ))}
      {others.length > 0 && (
        <Part title={t('sections.others')}>
          <DescriptionList
            items={others.map(({ path, value }) => ({
              term: path,
              value: <bdi>{requestedText(value)}</bdi>,
            }))}
          />
        </Part>
      )}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-4">
      <h3 className="mb-1.5 text-md font-semibold">{title}</h3>
      {children}
    </div>
  )
}

function Value({ name, value, isMasked }: { name: RequestedName; value: unknown; isMasked: boolean }) {
  const t = useTranslations('checkouts.asked')
  const word = useWord()
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (name === 'expired_at' && typeof value === 'string' && !Number.isNaN(Date.parse(value)))
    return (
      <>
        <RelativeTime at={value} /> <span className="font-mono text-xs text-muted">{value}</span>
      </>
    )
  if (personal.has(name)) return <Personal text={requestedText(value)} isMasked={isMasked} />
  if (Array.isArray(value) && (name === 'receipt_text' || value.some((one) => typeof one === 'object')))
    return (
      <ul>
        {value.map((one, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- what was sent does not change
          <li key={at} className="wrap-anywhere">
            <bdi>{requestedText(one)}</bdi>
          </li>
        ))}
      </ul>
    )
  const text = Array.isArray(value)
    ? value.map((one) => word(name, String(one))).join(', ')
    : word(name, requestedText(value))
  return <bdi className={codes.has(name) ? 'font-mono text-xs wrap-anywhere' : 'wrap-anywhere'}>{text}</bdi>
}

/** Returns a function that translates a field's value, or returns it unchanged if it has no translation. */
function useWord(): (name: RequestedName, value: string) => string {
  const t = useTranslations('checkouts.asked')
  const locale = useLocale()
  // Node and browsers format these names differently, so they appear after hydration.
  const isHydrated = useIsHydrated()
  return (name, value) => {
    if (name === 'restricted') return t(value === '0' ? 'refundable' : 'notRefundable')
    if (name === 'visible' || name === 'read_only') {
      const field = customerFieldNames.find((one) => one === value)
      return field ? t(`fields.${field}`) : value
    }
    if (name === 'contract' || name === 'initiator' || name === 'on_file_type') {
      const known = words.find((one) => one === value)
      return known ? t(`words.${known}`) : value
    }
    if (!isHydrated) return value
    if (name === 'language') return `${languageName(value, locale)} (${value})`
    return name === 'country' ? `${countryName(value, locale)} (${value})` : value
  }
}

/** Shows the JSON that was sent, with the card token masked. */
function RequestPart({ request }: Pick<CheckoutDetail, 'request'>) {
  const t = useTranslations('checkouts.asked')
  const code = JSON.stringify(request, null, 2)
  return (
    <Disclosure title={t('json')} className="print:hidden">
      <CodeBlock label={t('jsonSent')} isWrapped>
        {code}
      </CodeBlock>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <CopyButton size="sm" text={code} label={t('copyJson')} />
        <p className="text-sm text-muted">{t('jsonHint')}</p>
      </div>
    </Disclosure>
  )
}

/** Fields that the page shows by name, here or next to the amount. */
const known = new Set<string>(checkoutFieldRows.map(({ path }) => path))

interface RequestedFields {
  sections: { id: RequestedSection; fields: { name: RequestedName; value: unknown }[] }[]
  /** Values without a name of ours, by path, so that the page shows everything that was sent. */
  others: { path: string; value: unknown }[]
}

function valueAt(from: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), from)
}

export function requestedFields(checkout: unknown): RequestedFields {
  const found = requestedSections.map(({ id, fields }) => ({
    id,
    fields: fields
      .map(({ name, path }) => ({ name, value: valueAt(checkout, path) }))
      .filter(({ value }) => isSet(value)),
  }))
  return {
    sections: found.filter(({ fields }) => fields.length > 0),
    others: unnamedValues(checkout, ''),
  }
}

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

function unnamedValues(value: unknown, path: string): RequestedFields['others'] {
  if (known.has(path)) return []
  if (isRecord(value))
    return Object.entries(value).flatMap(([key, inner]) =>
      unnamedValues(inner, path === '' ? key : `${path}.${key}`),
    )
  return isSet(value) ? [{ path, value }] : []
}

/** Returns a value as untranslated text. An object becomes its keys and values. */
export function requestedText(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => requestedText(one)).join(', ')
  if (isRecord(value))
    return Object.entries(value)
      .filter(([, inner]) => isSet(inner))
      .map(([key, inner]) => `${key.replaceAll('_', ' ')}: ${requestedText(inner)}`)
      .join(' · ')
  return String(value)
}
