'use client'
import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSubmitFailure } from '@/components/form/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { PageHeader } from '@/components/frame/page-header'
import { Card, Section } from '@/components/ui/card'
import { sampleRequest, type SampleRequest, type SampleResult } from '@/lib/forwarding/sample'
import { endpointListOptions, sendSample } from '@/lib/forwarding/client'
import { SampleFields } from './sample-fields'
import { SamplePreview } from './sample-preview'
import { SampleOutcome } from './sample-outcome'

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
