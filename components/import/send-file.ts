import {
  ApiError,
  NetworkError,
  UnreadableReplyError,
  apiError,
  pageHeaders,
  withSignInRetry,
} from '@/lib/core/api/http'
import { v4 as uuidv4 } from 'uuid'
import { requestIdHeader } from '@/lib/core/api/headers'
import { useTranslations } from 'use-intl'

interface Sending {
  address: string
  file: Blob
  signal: AbortSignal
  onProgress?: (sent: number) => void
}

/**
 * Uploads a file and returns the answer. Uses XMLHttpRequest, because `fetch` reports no upload progress.
 * @throws ApiError, NetworkError; AbortError when `signal` aborts.
 */
export const sendFile = <Answer>(sending: Sending): Promise<Answer> =>
  withSignInRetry(() => post<Answer>(sending), { isOrdered: true })

function post<Answer>({ address, file, signal, onProgress }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const cancelled = () => reject(new DOMException('Cancelled', 'AbortError'))
    // The page may be left while the person signs in again.
    if (signal.aborted) return cancelled()
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.setRequestHeader('accept', 'application/json')
    const correlationId = uuidv4()
    request.setRequestHeader('content-type', 'text/csv')
    request.setRequestHeader(requestIdHeader, correlationId)
    for (const [name, value] of Object.entries(pageHeaders())) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded }) => onProgress?.(loaded))
    request.addEventListener('load', () => {
      const { status, statusText, responseText } = request
      if (status === 200 || status === 202) {
        try {
          return resolve(JSON.parse(responseText) as Answer)
        } catch (cause) {
          return reject(new UnreadableReplyError(`Not JSON: ${status} ${address}`, { cause }))
        }
      }
      void apiError(new Response(responseText, { status, statusText })).then(reject)
    })
    request.addEventListener('error', () =>
      reject(new NetworkError('The connection broke while sending', { correlationId })),
    )
    request.addEventListener('abort', cancelled)
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

/** Returns a function that words an upload error, preferring the server's words on the file. */
export function useSendingReason() {
  const t = useTranslations('imports')
  return (error: unknown): string => {
    if (error instanceof NetworkError) return t('network')
    if (!(error instanceof ApiError)) return t('notNow')
    const problems = Object.values(error.errors).flat()
    if (problems.length > 0) return problems.join('. ')
    return error.status >= 500 ? t('notNow') : error.title
  }
}
