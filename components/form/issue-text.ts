import type { useTranslations } from 'use-intl'
import { issueKey } from '@/lib/core/issues'

type IssueTranslator = ReturnType<typeof useTranslations<'issues'>>

/** What a schema complains of, in words. The server uses the same keys, so that a rule reads the same everywhere. */
export function issueText(t: IssueTranslator, issue: Parameters<typeof issueKey>[0]): string {
  const { key, values } = issueKey(issue)
  return t(key, values)
}
