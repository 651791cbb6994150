// @ts-check
import { sendRaw } from './answers.mjs'

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {() => import('../core/server/route/door').Answer} Refuse */

/** Time limit for the arrival of a body, in milliseconds. */
const bodyTimeoutMs = 60_000
const lookMs = 1_000
/** How much longer the connection stays open, so that the client can read the answer. */
const lingerMs = 1_000

/**
 * Answers 408 if a body does not arrive in time, and closes the connection, even if the request was answered before its
 * body had arrived. One timer checks all of them: a timer per request would slow down every notification.
 */
export function bodyDeadlines() {
  /** @type {Map<IncomingMessage, { at: number, response: ServerResponse, refuse: Refuse }>} */
  const due = new Map()
  /** @type {NodeJS.Timeout | null} Null while no body is due. */
  let timer = null
  const look = () => {
    const now = performance.now()
    try {
      for (const [request, { at, response, refuse }] of due) {
        // Entries are in order of deadline.
        if (at > now) break
        due.delete(request)
        if (!request.complete) cutOff(request, response, refuse)
      }
    } finally {
      timer = due.size > 0 ? setTimeout(look, lookMs).unref() : null
    }
  }
  return {
    /** @param {IncomingMessage} request @param {ServerResponse} response @param {Refuse} refuse */
    add(request, response, refuse) {
      due.set(request, { at: performance.now() + bodyTimeoutMs, response, refuse })
      timer ??= setTimeout(look, lookMs).unref()
      response.once('close', () => {
        if (request.complete) due.delete(request)
      })
    },
  }
}

/** @param {IncomingMessage} request @param {ServerResponse} response @param {Refuse} refuse */
function cutOff({ socket }, response, refuse) {
  // Nothing may be written into another answer, including one that an earlier request on this connection awaits.
  if (response.headersSent || response.socket !== socket) return void socket.destroy()
  sendRaw(socket, refuse())
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
