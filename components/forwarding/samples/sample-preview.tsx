'use client'
import { type Control, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { z } from 'zod'
import { CodeBlock } from '@/components/ui/code-block'
import { sampleBody, type sampleRequest } from '@/lib/forwarding/sample'

interface SamplePreviewProps {
  control: Control<z.input<typeof sampleRequest>, unknown, z.output<typeof sampleRequest>>
}

/** The body as it will be posted here, made by what also sends it. */
export function SamplePreview({ control }: SamplePreviewProps) {
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
