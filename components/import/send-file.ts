import type { TaskSubject } from '@/lib/jobs/import-targets'
import type { TaskDetail } from '@/lib/jobs/schema'
import { apiError, NetworkError, whileSignedIn } from '@/lib/core/http'
import { importAddress } from '@/lib/jobs/client'

interface Sending {
  shop: string
  of: TaskSubject
  file: File
  signal: AbortSignal
  /** Bytes that have left so far. */
  onProgress: (sent: number) => void
}

/**
 * Sends a file and answers with the import's task. By XMLHttpRequest: `fetch` does not tell how much was sent.
 * @throws ApiError, NetworkError; AbortError where `signal` is.
 */
export const sendFile = (sending: Sending): Promise<TaskDetail> =>
  whileSignedIn(() => send(sending), { isOrdered: true })

function send({ shop, of, file, signal, onProgress }: Sending): Promise<TaskDetail> {
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
