'use client'
import { useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { taskKeys } from '@/lib/core/client/keys'
import { ApiError, NetworkError, apiError, withSignInRetry } from '@/lib/core/http'
import { importAddress } from '@/lib/jobs/client'
import { maxImportBytes } from '@/lib/jobs/import'
import type { TaskSubject } from '@/lib/jobs/import-targets'
import type { TaskDetail } from '@/lib/jobs/schema'
import { useSizeText } from './size-text'

export type Upload =
  | { state: 'none' }
  | { state: 'sending'; name: string; sent: number; size: number }
  | { state: 'cancelled'; name: string }
  | { state: 'refused'; name: string; reason: string }

/** Uploads one file at a time and opens its job. */
export function useUpload(shop: string, of: TaskSubject) {
  const router = useRouter()
  const client = useQueryClient()
  const [upload, setUpload] = useState<Upload>({ state: 'none' })
  const current = useRef<AbortController>(null)
  const checkedReason = useCheck()
  const reasonOf = useReason()
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
      const task = await sendFile({ shop, of, file, signal, onProgress })
      client.setQueryData(taskKeys.detail(shop, task.id), task)
      void client.invalidateQueries({ queryKey: taskKeys.lists(shop) })
      router.push(`/shops/${shop}/jobs/${task.id}` as Route)
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

/** Returns a function that words an upload error, preferring the server's words on the file. */
function useReason() {
  const t = useTranslations('imports')
  return (error: unknown): string => {
    if (error instanceof NetworkError) return t('network')
    if (!(error instanceof ApiError)) return t('notNow')
    const said = Object.values(error.errors).flat()
    if (said.length > 0) return said.join('. ')
    return error.status >= 500 ? t('notNow') : error.title
  }
}

interface Sending {
  shop: string
  of: TaskSubject
  file: File
  signal: AbortSignal
  onProgress: (sent: number) => void
}

/**
 * Uploads a file and returns the import's job. Uses XMLHttpRequest, because `fetch` reports no upload progress.
 * @throws ApiError, NetworkError; AbortError when `signal` aborts.
 */
const sendFile = (sending: Sending): Promise<TaskDetail> =>
  withSignInRetry(() => post(sending), { isOrdered: true })

function post({ shop, of, file, signal, onProgress }: Sending): Promise<TaskDetail> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', importAddress(shop, of, file.name))
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', 'text/csv')
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request
      if (status === 202) return resolve(JSON.parse(responseText) as TaskDetail)
      void apiError(new Response(responseText, { status, statusText })).then(reject)
    })
    request.addEventListener('error', () => reject(new NetworkError('The connection broke while sending')))
    request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}
