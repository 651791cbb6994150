'use client'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/text/badge'
import { CodeBlock } from '@/components/ui/text/code-block'
import type { SendingResult } from '@/lib/forwarding/schema'

type Came = Pick<SendingResult, 'status' | 'error' | 'milliseconds'> & {
  answer?: string | null
  answer_bytes?: number | null
}

const known = [
  'timeout',
  'redirect',
  'address_refused',
  'no_notification',
  'secret_unopened',
  'ECONNREFUSED',
  'ENOTFOUND',
] as const

/** Returns a function that explains why a receiver did not accept something. Falls back on the error's code. */
export function useSendingError() {
  const t = useTranslations('forwarding.errors')
  return (error: string): string => {
    const key = known.find((one) => one === error)
    return key ? t(key) : t('other', { code: error })
  }
}

const isGood = (status: number | null) => status !== null && status >= 200 && status < 300

type Figures = Pick<Came, 'milliseconds' | 'answer_bytes'>

/** How long an answer took and how large it was. */
export function AnswerFigures({ result }: { result: Figures }) {
  const t = useTranslations('forwarding')
  return (
    <>
      {' '}
      <span className="text-muted tabular-nums">
        {t('milliseconds', { count: result.milliseconds })}
      </span>{' '}
      {result.answer_bytes != null && (
        <span className="text-muted tabular-nums">{t('answerBytes', { count: result.answer_bytes })}</span>
      )}
    </>
  )
}

/** Shows the answer to something that was sent: status, duration, and why it failed. */
function OutcomeLine({ result }: { result: Came }) {
  const t = useTranslations('forwarding')
  const errorText = useSendingError()
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={isGood(result.status) ? 'ok' : 'bad'}>{result.status ?? t('noAnswer')}</Badge>
      {result.error && <span>{errorText(result.error)}</span>}
      <AnswerFigures result={result} />
    </span>
  )
}

/** The same with the beginning of the answer, if it is known. */
export function Outcome({ result }: { result: Came }) {
  const t = useTranslations('forwarding')
  return (
    <div className="grid gap-2 text-md/5">
      <OutcomeLine result={result} />
      {result.answer && (
        <CodeBlock label={t('answer')} isWrapped className="max-h-40">
          {result.answer}
        </CodeBlock>
      )}
    </div>
  )
}
