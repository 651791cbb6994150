'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Mark } from '@/lib/core/lists/list'
import { Marked } from './marked'

interface PersonalProps {
  text: string | null
  isMasked: boolean
  marks?: readonly Mark[]
  isMono?: boolean
}

/** Personal data: plain, or masked and labelled as such. */
export function Personal({ text, isMasked, marks, isMono }: PersonalProps): ReactNode {
  const t = useTranslations('common')
  if (text === null || text === '') return '–'
  const className = isMono ? 'font-mono text-xs' : undefined
  if (!isMasked)
    return (
      <bdi className={className}>
        <Marked text={text} marks={marks} />
      </bdi>
    )
  return (
    <span className={className} title={t('masked')}>
      <bdi className="text-muted">{text}</bdi>
      <span className="sr-only"> ({t('masked')})</span>
    </span>
  )
}
