'use client'
import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { useState, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useSubmitFailure } from '@/components/form/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { PageHeader } from '@/components/frame/page-header'
import { Card, Section } from '@/components/ui/card'
import { sampleRequest, type SampleRequest, type SampleResult, sampleBody } from '@/lib/forwarding/sample'
import { endpointListOptions, sendSample } from '@/lib/forwarding/client'
import { SampleFields } from './sample-fields'
import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { CodeBlock } from '@/components/ui/code-block'
import { Outcome } from '@/components/sending/outcome'
import { LinkButton } from '@/components/ui/link-button'

interface SamplesPageProps {
  shop: string
  /** Whether endpoints can be sent to. */
  seesEndpoints: boolean
  /** Made by the server, so that the first paint is the browser's. */
  initial: Pick<SampleRequest, 'uid' | 'created_at'>
}

/** Sends sample notifications, to test a set-up. */
export function SamplesPage({ shop, seesEndpoints, initial }: SamplesPageProps) {
  const t = useTranslations('samples')
  const { data: endpoints } = useQuery({ ...endpointListOptions(shop), enabled: seesEndpoints })
  const showFailure = useSubmitFailure()
  const [sent, setSent] = useState<{ result: SampleResult; isHere: boolean } | null>(null)
  const form = useZodForm(sampleRequest, {
    defaultValues: {
      kind: 'successful',
      amount: 1000,
      currency: 'EUR',
      description: t('descriptionSample'),
      tracking_id: '',
      target: 'here',
      ...initial,
    },
  })
  async function send(values: SampleRequest) {
    try {
      setSent({ result: await sendSample(shop, values), isHere: values.target === 'here' })
    } catch (error) {
      showFailure(form, error)
    }
  }
  const crumbs = [
    { label: t('notifications'), href: `/shops/${shop}/notifications` as Route },
    { label: t('title') },
  ]
  return (
    <>
      <PageHeader title={t('title')} crumbs={crumbs} crumbsLabel={t('breadcrumb')} />
      <div className="mb-4 grid max-w-3xl gap-1.5 text-md/5 text-muted">
        <p>{t('intro')}</p>
        <p>{t('evidence')}</p>
      </div>
      <ZodForm form={form} isGuarded={false} onSubmit={send}>
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Card>
            <SampleFields form={form} endpoints={endpoints?.items ?? []} />
          </Card>
          <Card className="min-w-0">
            <Section title={t('result')}>
              <SampleOutcome shop={shop} sent={sent} />
            </Section>
            <Section title={t('body')}>
              <SamplePreview control={form.control} />
            </Section>
          </Card>
        </div>
      </ZodForm>
    </>
  )
}

interface SamplePreviewProps {
  control: Control<z.input<typeof sampleRequest>, unknown, z.output<typeof sampleRequest>>
}

/** The body as it will be posted here, made by what also sends it. */
function SamplePreview({ control }: SamplePreviewProps) {
  const t = useTranslations('samples')
  const { target: _, ...order } = useWatch({ control }) as z.input<typeof sampleRequest>
  const body = sampleBody({
    ...order,
    description: order.description.trim(),
    tracking_id: order.tracking_id.trim(),
  })
  return (
    <CodeBlock label={t('body')} isWrapped>
      {JSON.stringify(body, null, 2)}
    </CodeBlock>
  )
}

interface SampleOutcomeProps {
  shop: string
  sent: { result: SampleResult; isHere: boolean } | null
}

/** What came back of the last one, and what it became. */
function SampleOutcome({ shop, sent }: SampleOutcomeProps) {
  const t = useTranslations('samples')
  const shown = useRef<HTMLDivElement>(null)
  // On a phone it is further down than the button.
  useEffect(() => {
    if (sent) shown.current?.scrollIntoView({ block: 'nearest' })
  }, [sent])
  return (
    <div ref={shown} className="grid gap-3">
      <div role="status" className="grid gap-3">
        {!sent && <p className="text-md text-muted">{t('notSent')}</p>}
        {sent && (
          <p>
            {sent.isHere
              ? t(sent.result.accepted ? 'acceptedHere' : 'refusedHere')
              : t(sent.result.accepted ? 'acceptedThere' : 'refusedThere')}
          </p>
        )}
        {sent && <Outcome result={sent.result} />}
      </div>
      {sent?.result.notification_id && (
        <LinkButton
          size="sm"
          className="justify-self-start"
          href={`/shops/${shop}/notifications?open=${sent.result.notification_id}` as Route}
        >
          {t('open')}
        </LinkButton>
      )}
      {sent && !sent.isHere && (
        <div>
          <h3 className="mb-1.5 text-md font-semibold">{t('bodySent')}</h3>
          <CodeBlock label={t('bodySent')} isWrapped className="max-h-40">
            {sent.result.body}
          </CodeBlock>
        </div>
      )}
    </div>
  )
}
