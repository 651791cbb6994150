'use client'
import { useTranslations } from 'use-intl'
import type { AlertAttempt } from '@/lib/alerts/schema'

/** Returns a function that words the outcome of an attempt, with the other side's answer. */
export function useAttemptText(): (attempt: AlertAttempt) => string {
  const t = useTranslations('alerts')
  const outcomes = useTranslations('sending.outcomes')
  return ({ outcome, status, answer }) => {
    const text = outcomes(outcome)
    if (answer)
      return t('answered', { text, answer: startsWith(answer, status) ? answer : joined(status, answer) })
    return status === null ? text : t('answeredStatus', { text, status: String(status) })
  }
}

/** Returns whether the answer includes its status: a mail server's reply begins with its code. */
const startsWith = (answer: string, status: number | null) =>
  status === null || answer.startsWith(String(status))
const joined = (status: number | null, answer: string) => `${status} ${answer}`
