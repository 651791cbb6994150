'use client'
import { useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { jobKeys } from '@/lib/core/client/keys'
import { importAddress } from '@/lib/jobs/client'
import { maxImportBytes } from '@/lib/jobs/import'
import type { JobSubject } from '@/lib/jobs/import-targets'
import type { JobDetail } from '@/lib/jobs/schema'
import { storeAnswer } from '@/lib/core/client/store-answer'
import { sendFile, useSendingReason } from './send-file'
import { useSizeText } from './size-text'

export type Upload =
  | { state: 'none' }
  | { state: 'sending'; name: string; sent: number; size: number }
  | { state: 'cancelled'; name: string }
  | { state: 'refused'; name: string; reason: string }

/** Uploads one file at a time and opens its job. */
export function useUpload(shop: string, of: JobSubject) {
  const router = useRouter()
  const client = useQueryClient()
  const [upload, setUpload] = useState<Upload>({ state: 'none' })
  const current = useRef<AbortController>(null)
  const checkedReason = useCheck()
  const reasonOf = useSendingReason()
  // Leaving the page cancels the import: the server keeps nothing of a partial file.
  useEffect(() => () => current.current?.abort(), [])

  async function send(file: File) {
    const { name, size } = file
    const refused = checkedReason(file)
    if (refused) return setUpload({ state: 'refused', name, reason: refused })
    const { signal } = (current.current = new AbortController())
    setUpload({ state: 'sending', name, sent: 0, size })
    try {
      const onProgress = (sent: number) => setUpload({ state: 'sending', name, sent, size })
      const job = await sendFile<JobDetail>({
        address: importAddress(shop, of, name),
        file,
        signal,
        onProgress,
      })
      storeAnswer(client, jobKeys.detail(shop, job.id), job)
      void client.invalidateQueries({ queryKey: jobKeys.lists(shop) })
      router.push(`/shops/${shop}/jobs/${job.id}` as Route)
    } catch (error) {
      if (signal.aborted) return setUpload({ state: 'cancelled', name })
      setUpload({ state: 'refused', name, reason: reasonOf(error) })
    }
  }
  return { upload, send, cancel: () => current.current?.abort() }
}

/** Returns a function that checks a file before it is sent. */
function useCheck() {
  const t = useTranslations('imports')
  const sizeText = useSizeText()
  return ({ size }: File): string | null => {
    if (size === 0) return t('empty')
    return size > maxImportBytes ? t('tooLarge', { size: sizeText(size) }) : null
  }
}
