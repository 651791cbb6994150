import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { offerSignIn, UnreadableReplyError } from '@/lib/core/api/http'
import { sendFile } from './send-file'

/** Answers each request at once, in the order of `answers`. */
class Request extends EventTarget {
  static answers: { status: number; responseText: string }[] = []
  static sent = 0
  upload = new EventTarget()
  status = 0
  statusText = ''
  responseText = ''
  open() {}
  setRequestHeader() {}
  abort() {
    this.dispatchEvent(new Event('abort'))
  }
  send() {
    Request.sent += 1
    Object.assign(this, Request.answers.shift())
    queueMicrotask(() => this.dispatchEvent(new Event('load')))
  }
}

beforeEach(() => {
  Request.sent = 0
  vi.stubGlobal('XMLHttpRequest', Request)
})
afterEach(() => vi.unstubAllGlobals())

const send = (signal: AbortSignal) => sendFile({ address: '/import', file: new Blob(['a']), signal })

it('sends a file again after a new sign-in', async () => {
  Request.answers = [
    { status: 401, responseText: '{}' },
    { status: 202, responseText: '{"id":"1"}' },
  ]
  const withdraw = offerSignIn(async () => true)
  await expect(send(new AbortController().signal)).resolves.toEqual({ id: '1' })
  withdraw()
})

it('does not send a file again whose page was left before the sign-in', async () => {
  Request.answers = [
    { status: 401, responseText: '{}' },
    { status: 202, responseText: '{"id":"1"}' },
  ]
  const page = new AbortController()
  const withdraw = offerSignIn(async () => {
    page.abort()
    return true
  })
  await expect(send(page.signal)).rejects.toThrow('Cancelled')
  expect(Request.sent).toBe(1)
  withdraw()
})

it('fails where the answer is not ours', async () => {
  Request.answers = [{ status: 200, responseText: '<html>' }]
  await expect(send(new AbortController().signal)).rejects.toThrow(UnreadableReplyError)
})
